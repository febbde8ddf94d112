import DiaryText
import Interchange

/// The name under which the columns of the imported file are saved.
struct SaveMappingPrompt: CompletedPrompt {
  /// The names that are taken, in the order in which they were saved.
  let names: [String]

  var label: String { "Save the columns as" }
  var hint: String? {
    names.isEmpty ? nil : "A name that is there is replaced: " + names.joined(separator: "  ")
  }

  func completion(of input: TextInput, in context: ScreenContext) -> WordCompletion? {
    WordCompletion(input, among: owner(in: context).mappings.map(\.name))
  }

  func isReady(in context: ScreenContext) -> Bool { owner(in: context).canReread }

  func submit(
    _ name: String, changing screen: inout ImportScreen, in context: ScreenContext
  ) throws(PromptProblem) -> [Intent] {
    guard let file = screen.file, let preview = file.preview else { return [] }
    guard SavedMapping.canBeNamed(name) else {
      throw PromptProblem("A name has 1 to \(SavedMapping.maxNameLength) characters.")
    }
    let mapping = SavedMapping(
      name: name, header: preview.header, roles: preview.columns.map(\.role),
      identity: file.request.identityColumns)
    return [.effect(.saveMapping(mapping))]
  }
}

extension ImportScreen {
  /// Asks for a name, beginning with that of the mapping in use.
  func askForMappingName() -> [Intent] {
    let prompt = SaveMappingPrompt(names: mappings.map(\.name))
    return [.prompt(Prompt(prompt, text: file?.request.mapping?.name ?? ""))]
  }
}
