import DiaryText
import Interchange

/// The name for a mapping of the columns of the imported file.
struct SaveMappingPrompt: CompletedPrompt {
  /// The names of the saved mappings, in the order in which they were saved.
  let names: [String]

  var label: String { "Save mapping as" }
  var hint: String? {
    names.isEmpty ? nil : "Saved mappings, which the same name replaces: " + names.joined(separator: "  ")
  }

  func completion(of input: TextInput, in context: ScreenContext) -> WordCompletion? {
    WordCompletion(input, among: context.configuration.mappings.map(\.name))
  }

  func isReady(in context: ScreenContext) -> Bool { owner(in: context).canReread }

  func submit(
    _ name: String, changing screen: inout ImportScreen, in context: ScreenContext
  ) throws(PromptProblem) -> [Intent] {
    guard let file = screen.file, let preview = file.preview else { return [] }
    guard SavedMapping.isValidName(name) else {
      throw PromptProblem("Enter a name of 1 to \(SavedMapping.maxNameLength) characters.")
    }
    let mapping = SavedMapping(
      name: name, header: preview.header, roles: preview.columns.map(\.role),
      identity: file.request.identityColumns)
    let known = context.configuration.mappings.first { $0.name == name }
    return [.effect(.saveMapping(mapping, replacing: known))]
  }
}

extension ImportScreen {
  /// Asks for a name, starting with a given one, or with that of the mapping in use.
  func askForMappingName(_ name: String? = nil, in context: ScreenContext) -> [Intent] {
    let prompt = SaveMappingPrompt(names: context.configuration.mappings.map(\.name))
    return [.prompt(Prompt(prompt, text: name ?? file?.request.mapping?.name ?? ""))]
  }
}
