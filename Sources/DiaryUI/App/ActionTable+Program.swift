import Terminal

// Actions on the program and on files.
extension ActionTable {
  static let program = [
    Action(
      .undo, .program, "Take the last change back", hint: "undo", when: .canUndo,
      keys: [.character("u")], on: [.list, .beer, .photos, .importing]),
    Action(
      .redo, .program, "Make it again", when: .canRedo, keys: [.control("r")],
      on: [.list, .beer, .photos, .importing]),
    Action(
      .showStatistics, .program, "The beers of the list in numbers", when: .hasBeer,
      keys: [.character("S")], on: [.list]),
    Action(
      .countAll, .program, "Count all beers instead of those of the list, and back", hint: "all beers",
      when: .isNarrowedList, keys: [.character("a")], on: [.statistics]),
    Action(
      .startImport, .program, "Add the file's beers, in the background", hint: "add", when: .canImport,
      keys: [Key(.enter)], on: [.importing]),
    Action(
      .changeColumn, .program, "Say what the column becomes", hint: "change", when: .canMap,
      keys: [.character("=")], on: [.importing]),
    Action(
      .changeReading, .program,
      "Say how values are written: dates=day-first, times=utc, abv=fraction, scale=10, text=repair",
      hint: "values", when: .canMap, keys: [.character("r")], on: [.importing]),
    Action(
      .changeIdentity, .program, "Say which columns rows are recognised by when the file is imported again",
      hint: "recognise", when: .canIdentify, keys: [.character("i")], on: [.importing]),
    Action(
      .choosePhotoFolder, .program,
      "Add photos from a folder: files named like a row's photo link, its check-in or a file name in it",
      hint: "photos", when: .canFindPhotos, keys: [.character("p")], on: [.importing]),
    Action(
      .useMapping, .program, "Read the columns as a saved mapping says", hint: "saved columns",
      when: .canMap, keys: [.character("m")], on: [.importing]),
    Action(
      .saveMapping, .program, "Save what the columns become under a name, for other files like it",
      hint: "save columns", when: .canMap, keys: [.character("w")], on: [.importing]),
    Action(
      .stopImport, .program, "Stop; what has been added stays, and u undoes it", hint: "stop",
      when: .isImporting, keys: [.character("x")], on: [.importing]),
    Action(
      .importFile, .program, "Import a CSV or JSON file; shows first what it holds", hint: "import",
      keys: [.character("I")], on: [.list, .importing]),
    Action(
      .showRemarks, .program, "Remarks from the migration", hint: "remarks",
      when: .hasRemarks, keys: [.character("W")], on: [.list]),
    Action(
      .help, .program, "Show the keys of this screen", hint: "help",
      keys: [.character("?"), Key(.function(1))],
      on: [.list, .beer, .photos, .carrying, .remarks, .statistics, .importing]
    )
    .binding([Key(.function(1))], on: [.form]),
    Action(
      .palette, .program, "All actions by name; Enter carries one out", hint: "actions",
      keys: [.character(":")], on: [.list, .beer, .photos, .remarks, .statistics, .importing, .help]),
    Action(
      .searchHelp, .finding, "Show only the keys that a word tells of", hint: "search",
      keys: [.character("/")], on: [.help]),
    Action(
      .cancel, .program, "Stop, and put everything back as it was", hint: "stop",
      keys: [.character("q"), Key(.escape)], on: [.opening]),
    Action(
      .back, .program, "Back to the screen before", hint: "back", keys: [.character("q"), Key(.escape)],
      on: [.beer, .photos, .help, .remarks, .statistics, .importing]
    )
    .binding([Key(.escape)], on: [.form, .palette])
    .binding([Key(.left), .character("h")], on: [.beer])
    .binding([Key(.backspace)], on: [.beer, .photos])
    .binding([.character("?"), Key(.function(1))], on: [.help]),
    Action(
      .quit, .program, "Leave the diary; from the trash or a bar's beers, go back", hint: "quit",
      keys: [.character("q")],
      on: [.list, .tooSmall]),
    Action(
      .reload, .program, "Read the diary again", keys: [Key(.function(5))], on: [.list, .beer, .photos]),
    Action(
      .redraw, .program, "Draw the screen anew", keys: [.control("l")], on: Set(ScreenKind.allCases)),
    Action(
      .suspend, .program, "Back to the shell for a while; fg returns", keys: [.control("z")],
      on: Set(ScreenKind.allCases)),
    Action(
      .interrupt, .program, "Quit; twice within a second: at once", keys: [.control("c")],
      on: Set(ScreenKind.allCases)),
  ]
}
