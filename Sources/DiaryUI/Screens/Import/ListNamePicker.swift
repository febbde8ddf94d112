import DiaryText

/// The list to import from a JSON file with several lists.
struct ListNamePicker: Picker {
  typealias Owner = ImportScreen

  /// The names of the lists, in the order of the file.
  let names: [String]

  var label: String { "List to import" }

  func choices(in context: ScreenContext) -> [PickerChoice<String>] {
    names.map { PickerChoice($0, "", $0) }
  }

  /// Reads the list.
  func choose(
    _ name: String, changing screen: inout ImportScreen, in context: ScreenContext
  ) -> [Intent] {
    guard var request = screen.file?.request else { return [] }
    request.list = name
    screen.file = ImportState(request)
    return [.effect(.previewImport(request))]
  }
}

extension ImportScreen {
  /// Asks for the list to read, if the file has several.
  func askForList(in context: ScreenContext) -> [Intent] {
    guard context.prompt == nil, case .failed(let problem) = file?.phase, !problem.choices.isEmpty else {
      return []
    }
    return [.dropTypeAhead, .prompt(Prompt(ListNamePicker(names: problem.choices)))]
  }
}
