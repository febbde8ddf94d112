import Interchange

/// The name of a saved mapping to use for the imported file.
struct UseMappingPrompt: CompletedPrompt {
  /// The names of all mappings, in the order in which they were saved.
  let names: [String]

  var label: String { "Mapping" }
  var hint: String? { "Saved: " + names.joined(separator: "  ") }

  func completion(of input: TextInput, in state: AppState) -> WordCompletion? {
    WordCompletion(input, among: state.screens.importing.mappings.map(\.name))
  }

  func isReady(in state: AppState) -> Bool { state.canRereadImport }

  /// Reads the file again with the mapping, if it fits.
  func submit(_ name: String, in state: inout AppState) throws(PromptProblem) -> [Effect] {
    guard let preview = state.screens.importing.file?.preview else { return [] }
    guard let mapping = state.screens.importing.mappings.first(where: { $0.name == name }) else {
      throw PromptProblem("No mapping is saved under this name; Tab shows those that are.")
    }
    let missing = mapping.missingColumns(in: preview.header)
    guard missing.isEmpty else {
      throw PromptProblem("It does not fit: this file has no column \(missing.joined(separator: ", ")).")
    }
    state.screens.importing.file?.request.mapping = mapping
    state.screens.importing.file?.request.assignments = []
    if !mapping.identity.isEmpty { state.screens.importing.file?.request.identity = nil }
    return state.rereadImport()
  }
}

extension AppState {
  /// Asks for a saved mapping, if there is one.
  mutating func askForMapping() {
    guard !screens.importing.mappings.isEmpty else {
      notice = Notice(text: "No mapping is saved yet; w saves these columns.")
      return
    }
    prompt = Prompt(UseMappingPrompt(names: screens.importing.mappings.map(\.name)))
  }
}
