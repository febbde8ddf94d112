import DiaryText

/// The list to import from a JSON file with several lists.
struct ListNamePrompt: CompletedPrompt {
  /// The names of the lists, in the order of the file.
  let names: [String]

  var label: String { "List to import" }
  var hint: String? { names.joined(separator: "  ") }

  func completion(of input: TextInput, in context: ScreenContext) -> WordCompletion? {
    WordCompletion(input, among: names)
  }

  /// Reads the list.
  func submit(
    _ name: String, changing screen: inout ImportScreen, in context: ScreenContext
  ) throws(PromptProblem) -> [Intent] {
    guard names.contains(name), var request = screen.file?.request else {
      throw PromptProblem("No such list in the file. Press Tab to see its lists.")
    }
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
    return [.dropTypeAhead, .prompt(Prompt(ListNamePrompt(names: problem.choices)))]
  }
}
