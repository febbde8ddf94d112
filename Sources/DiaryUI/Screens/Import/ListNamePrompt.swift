import DiaryText

/// The list of a JSON file that is imported, if the file has several.
struct ListNamePrompt: CompletedPrompt {
  /// The names of the lists, in the order of the file.
  let names: [String]

  var label: String { "List to import" }
  var hint: String? { names.joined(separator: "  ") }

  func completion(of input: TextInput, in state: AppState) -> WordCompletion? {
    WordCompletion(input, among: names)
  }

  /// Reads the list.
  func submit(_ name: String, in state: inout AppState) throws(PromptProblem) -> [Effect] {
    guard names.contains(name), var request = state.screens.importing.file?.request else {
      throw PromptProblem("The file has no such list; Tab shows those that it has.")
    }
    request.list = name
    state.screens.importing.file = ImportState(request)
    return [.previewImport(request)]
  }
}

extension AppState {
  /// Asks for the list to read, if the file has several.
  mutating func askForList() {
    guard prompt == nil, case .failed(let problem) = screens.importing.file?.phase, !problem.choices.isEmpty
    else {
      return
    }
    typeAhead.keys = []
    prompt = Prompt(ListNamePrompt(names: problem.choices))
  }
}
