import Terminal

// Actions on a file that is imported.
extension Action {
  static let startImport = Action(
    "start-import", .program, "Add the file's beers, in the background",
    hint: Hint { $0.screens.importing.file?.needsName == true ? nil : "add" }, keys: [Key(.enter)],
    on: [.importing],
    .changesBeers,
    when: {
      $0.screens.importing.file?.needsName == true
        ? $0.withColumns : Availability($0.screens.importing.file?.canBegin == true)
    }
  ) {
    // Nothing can be imported before a column is the beer's name: Enter says so of the one under the cursor.
    $0.screens.importing.file?.needsName == true ? ImportScreen.changeColumn(in: &$0) : $0.askOrStartImport()
  }

  static let changeColumn = Action(
    "change-column", .program, "Say what the column becomes", hint: "change", keys: [.character("=")],
    on: [.importing], when: \.withColumns
  ) { ImportScreen.changeColumn(in: &$0) }

  static let changeReading = Action(
    "change-reading", .program,
    "Say how values are written: dates=day-first, times=utc, abv=fraction, scale=10, text=repair",
    hint: "values", keys: [.character("r")], on: [.importing], when: \.withColumns
  ) {
    $0.askForReading()
    return []
  }

  static let changeIdentity = Action(
    "change-identity", .program, "Say which columns rows are recognised by when the file is imported again",
    hint: "recognise", keys: [.character("i")], on: [.importing],
    when: { $0.screens.importing.file?.needsName == true ? .disabled : $0.withColumns }
  ) {
    $0.askForIdentity()
    return []
  }

  static let choosePhotoFolder = Action(
    "import-photos", .program,
    "Add photos from a folder: files named like a row's photo link, its check-in or a file name in it",
    hint: "photos", keys: [.character("p")], on: [.importing],
    when: {
      Availability(
        $0.screens.importing.file?.preview?.hasName == true && $0.screens.importing.file?.isRereading == false
      )
    }
  ) {
    $0.askForPhotoFolder()
    return []
  }

  static let useMapping = Action(
    "use-mapping", .program, "Read the columns as a saved mapping says", hint: "saved columns",
    keys: [.character("m")], on: [.importing], when: \.withColumns
  ) {
    $0.askForMapping()
    return []
  }

  static let saveMapping = Action(
    "save-mapping", .program, "Save what the columns become under a name, for other files like it",
    hint: "save columns", keys: [.character("w")], on: [.importing], when: \.withColumns
  ) {
    $0.askForMappingName()
    return []
  }

  static let stopImport = Action(
    "stop-import", .program, "Stop; what has been added stays, and u undoes it", hint: "stop",
    keys: [.character("x")], on: [.importing],
    when: {
      Availability(
        $0.screens.importing.file?.isBusy == true && $0.screens.importing.file?.isStopping == false)
    }
  ) {
    $0.screens.importing.file?.isStopping = true
    return [.stopImport]
  }

  static let importFile = Action(
    "import", .program, "Import a CSV or JSON file; shows first what it holds",
    hint: Hint { $0.screen == .importing ? "another file" : "import" }, keys: [.character("I")],
    on: [.list, .importing], .changesDiary
  ) {
    if $0.screen == .importing { $0.goBack() }
    $0.beginImport()
    return []
  }

  static let onImport = [
    startImport, changeColumn, changeReading, changeIdentity, choosePhotoFolder, useMapping, saveMapping,
    stopImport, importFile,
  ]
}

extension AppState {
  /// The columns of a file are shown, and can be said to be something else.
  fileprivate var withColumns: Availability {
    Availability(screens.importing.file?.canMap == true && screens.importing.file?.isRereading == false)
  }
}
