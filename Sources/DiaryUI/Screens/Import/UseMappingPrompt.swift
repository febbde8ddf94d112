import Interchange

/// The name of a saved mapping to use for the imported file.
struct UseMappingPrompt: MappingNamePrompt {
  let names: [String]

  var label: String { "Mapping" }
  var hint: String? { "Saved: " + names.joined(separator: "  ") }

  /// Reads the file again with the mapping, if it fits.
  func submit(
    _ name: String, changing screen: inout ImportScreen, in context: ScreenContext
  ) throws(PromptProblem) -> [Intent] {
    guard let preview = screen.file?.preview else { return [] }
    guard let mapping = screen.mappings.first(where: { $0.name == name }) else {
      throw PromptProblem("No mapping has this name. Press Tab to see the saved ones.")
    }
    let missing = mapping.missingColumns(in: preview.header)
    guard missing.isEmpty else {
      throw PromptProblem("The mapping does not fit. Missing columns: \(missing.joined(separator: ", ")).")
    }
    screen.file?.request.mapping = mapping
    screen.file?.request.assignments = []
    if !mapping.identity.isEmpty { screen.file?.request.identity = nil }
    return screen.reread()
  }
}

extension ImportScreen {
  /// Asks for a saved mapping.
  func askForMapping() -> [Intent] { [.prompt(Prompt(UseMappingPrompt(names: mappings.map(\.name))))] }
}
