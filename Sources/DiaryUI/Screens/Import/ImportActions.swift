import Terminal

// Actions of the import screen.
extension Action {
  static let startImport = Action(
    "start-import", .program, "Import the file's beers in the background",
    // Before that, the key does not import yet.
    hint: Hint { $0.state(of: ImportScreen.self).file?.isSettling == true ? nil : "import" },
    keys: [.character("y")], on: [.importing], .changesBeers,
    when: {
      $0.withName == .enabled
        ? Availability($0.state(of: ImportScreen.self).file?.canBegin == true) : $0.withName
    }, changing: ImportScreen.self
  ) { $0.askOrStart(in: $1) }

  /// Asks which field the column under the cursor becomes.
  package static let changeColumn = Action(
    "change-column", .program, "Choose the field for the column; after the import, go back",
    hint: Hint { $0.state(of: ImportScreen.self).file?.isFinished == true ? "back" : "change" },
    keys: [Key(.enter), .character("=")], on: [.importing],
    when: {
      let file = $0.state(of: ImportScreen.self).file
      if file?.isFinished == true { return .enabled }
      guard file?.canBegin == true, file?.canMap == false else { return $0.withColumns }
      return .refused($0.sentence("These columns are fixed.", press: (.startImport, "import them")))
    }, changing: ImportScreen.self
  ) { $0.file?.isFinished == true ? $0.goBack(in: $1) : $0.changeColumn(in: $1) }

  /// Leaves out the columns of a line with one key, as many exports have dozens of them.
  static let ignoreColumn = Action(
    "ignore-column", .program,
    "Leave out the column, or all columns of the line; press again to include them",
    hint: "leave out", keys: [.character("-"), Key(.delete)], on: [.importing],
    // The file need not have been read again after the last column.
    when: { Availability($0.state(of: ImportScreen.self).file?.canMap == true) }, changing: ImportScreen.self
  ) { $0.switchIgnoredColumns(in: $1) }

  /// Asks how values are read, as ``ValueFormats`` writes it.
  package static let changeReading = Action(
    "change-reading", .program,
    "Choose how values are read: dates, times, ABV, the scale of ratings, broken text, the first line",
    hint: "values", keys: [.character("r")], on: [.importing], when: \.withColumns,
    changing: ImportScreen.self
  ) { screen, _ in screen.askForFormats() }

  /// Asks for the columns by which a later import recognizes a row.
  package static let changeIdentity = Action(
    "change-identity", .program, "Choose the columns that identify rows when the file is imported again",
    hint: "identify", keys: [.character("i")], on: [.importing],
    when: { $0.withName == .enabled ? $0.withColumns : $0.withName },
    changing: ImportScreen.self
  ) { screen, _ in screen.askForIdentity() }

  /// Asks for a folder with the photos of the rows.
  package static let choosePhotoFolder = Action(
    "import-photos", .program,
    "Add photos from a folder: files named like a row's photo link, check-in or file name",
    hint: "photos", keys: [.character("p")], on: [.importing],
    when: {
      let file = $0.state(of: ImportScreen.self).file
      return $0.withName == .enabled
        ? Availability(file?.preview != nil && file?.isRereading == false) : $0.withName
    }, changing: ImportScreen.self
  ) { screen, _ in screen.askForPhotoFolder() }

  static let useMapping = Action(
    "use-mapping", .program, "Use a saved mapping for the columns", hint: "use mapping",
    keys: [.character("m")], on: [.importing], when: \.withMappings, changing: ImportScreen.self
  ) { screen, _ in screen.askForMapping() }

  static let saveMapping = Action(
    "save-mapping", .program, "Save the columns as a mapping for similar files",
    hint: "save mapping", keys: [.character("w")], on: [.importing], when: \.withColumns,
    changing: ImportScreen.self
  ) { $0.askForMappingName(in: $1) }

  static let stopImport = Action(
    "stop-import", .program, "Stop the import and keep the beers added so far", hint: "stop",
    keys: [.character("x")], on: [.importing],
    when: {
      let file = $0.state(of: ImportScreen.self).file
      return Availability(file?.isBusy == true && file?.isStopping == false)
    }, changing: ImportScreen.self
  ) { screen, _ in
    screen.file?.isStopping = true
    return [.effect(.stopImport)]
  }

  static let importFile = Action(
    "import", .program, "Preview and import a CSV or JSON file",
    hint: Hint { $0.screen == .importing ? "another file" : $0.list.isInTrash ? nil : "import" },
    keys: [.character("I")],
    on: [.list, .importing], [.changesDiary, .asksFirst], changing: ImportScreen.self
  ) { $0.chooseFile(in: $1) }

  /// The last ones are the ways to begin a diary, whose hints are together on the list of an empty one.
  static let onImport: [Action] = [
    startImport, changeColumn, ignoreColumn, changeReading, changeIdentity, choosePhotoFolder, useMapping,
    saveMapping,
    stopImport, importFile, adoptDiary, showSample,
  ]
}

extension ScreenContext {
  /// Available if the columns of a file are shown and can be changed.
  fileprivate var withColumns: Availability {
    let file = state(of: ImportScreen.self).file
    return Availability(file?.canMap == true && file?.isRereading == false)
  }

  /// Refused if no column of the file has the beer's name.
  fileprivate var withName: Availability {
    Availability(
      state(of: ImportScreen.self).file?.needsName != true, else: ImportPage.nameRequest)
  }

  /// Available if the columns can be changed and a mapping is saved.
  fileprivate var withMappings: Availability {
    guard withColumns == .enabled else { return withColumns }
    return Availability(
      !configuration.mappings.isEmpty,
      else: sentence("No saved mappings yet.", press: (.saveMapping, "save this one")))
  }
}
