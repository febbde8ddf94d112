import Terminal

// Actions on a file that is imported.
extension Action {
  static let startImport = Action(
    "start-import", .program, "Add the file's beers, in the background",
    hint: Hint { $0.state(of: ImportScreen.self).file?.needsName == true ? nil : "add" }, keys: [Key(.enter)],
    on: [.importing], .changesBeers,
    when: {
      let file = $0.state(of: ImportScreen.self).file
      return file?.needsName == true ? $0.withColumns : Availability(file?.canBegin == true)
    }, changing: ImportScreen.self
  ) {
    // Nothing can be imported before a column is the beer's name: Enter says so of the one under the cursor.
    $0.file?.needsName == true ? $0.changeColumn(in: $1) : $0.askOrStart()
  }

  static let changeColumn = Action(
    "change-column", .program, "Say what the column becomes", hint: "change", keys: [.character("=")],
    on: [.importing], when: \.withColumns, changing: ImportScreen.self
  ) { $0.changeColumn(in: $1) }

  static let changeReading = Action(
    "change-reading", .program,
    "Say how values are written: dates=day-first, times=utc, abv=fraction, scale=10, text=repair",
    hint: "values", keys: [.character("r")], on: [.importing], when: \.withColumns,
    changing: ImportScreen.self
  ) { screen, _ in screen.askForReading() }

  static let changeIdentity = Action(
    "change-identity", .program, "Say which columns rows are recognised by when the file is imported again",
    hint: "recognise", keys: [.character("i")], on: [.importing],
    when: { $0.state(of: ImportScreen.self).file?.needsName == true ? .disabled : $0.withColumns },
    changing: ImportScreen.self
  ) { screen, _ in screen.askForIdentity() }

  static let choosePhotoFolder = Action(
    "import-photos", .program,
    "Add photos from a folder: files named like a row's photo link, its check-in or a file name in it",
    hint: "photos", keys: [.character("p")], on: [.importing],
    when: {
      let file = $0.state(of: ImportScreen.self).file
      return Availability(file?.preview?.hasName == true && file?.isRereading == false)
    }, changing: ImportScreen.self
  ) { screen, _ in screen.askForPhotoFolder() }

  static let useMapping = Action(
    "use-mapping", .program, "Read the columns as a saved mapping says", hint: "saved columns",
    keys: [.character("m")], on: [.importing], when: \.withColumns, changing: ImportScreen.self
  ) { screen, _ in screen.askForMapping() }

  static let saveMapping = Action(
    "save-mapping", .program, "Save what the columns become under a name, for other files like it",
    hint: "save columns", keys: [.character("w")], on: [.importing], when: \.withColumns,
    changing: ImportScreen.self
  ) { screen, _ in screen.askForMappingName() }

  static let stopImport = Action(
    "stop-import", .program, "Stop; what has been added stays, and u undoes it", hint: "stop",
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
    "import", .program, "Import a CSV or JSON file; shows first what it holds",
    hint: Hint { $0.screen == .importing ? "another file" : "import" }, keys: [.character("I")],
    on: [.list, .importing], .changesDiary, changing: ImportScreen.self
  ) { $0.chooseFile(in: $1) }

  static let onImport = [
    startImport, changeColumn, changeReading, changeIdentity, choosePhotoFolder, useMapping, saveMapping,
    stopImport, importFile,
  ]
}

extension ScreenContext {
  /// The columns of a file are shown, and can be said to be something else.
  fileprivate var withColumns: Availability {
    let file = state(of: ImportScreen.self).file
    return Availability(file?.canMap == true && file?.isRereading == false)
  }
}
