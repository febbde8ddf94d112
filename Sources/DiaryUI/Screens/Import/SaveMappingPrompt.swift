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

  func completion(of input: TextInput, in state: AppState) -> WordCompletion? {
    WordCompletion(input, among: state.screens.importing.mappings.map(\.name))
  }

  func isReady(in state: AppState) -> Bool { state.canRereadImport }

  func submit(_ name: String, in state: inout AppState) throws(PromptProblem) -> [Effect] {
    guard let fileImport = state.screens.importing.file, let preview = fileImport.preview else { return [] }
    guard SavedMapping.canBeNamed(name) else {
      throw PromptProblem("A name has 1 to \(SavedMapping.maxNameLength) characters.")
    }
    return [
      .saveMapping(
        SavedMapping(
          name: name, header: preview.header, roles: preview.columns.map(\.role),
          identity: fileImport.request.identityColumns))
    ]
  }
}

extension AppState {
  /// Asks for a name, beginning with that of the mapping in use.
  mutating func askForMappingName() {
    prompt = Prompt(
      SaveMappingPrompt(names: screens.importing.mappings.map(\.name)),
      text: screens.importing.file?.request.mapping?.name ?? "")
  }

  /// Takes in the result of saving a mapping.
  mutating func acceptMapping(_ mapping: SavedMapping, _ problem: Problem?) {
    if let problem {
      notice = Notice(text: problem.sentence, kind: .problem)
      return
    }
    screens.importing.mappings.removeAll { $0.name == mapping.name }
    screens.importing.mappings.append(mapping)
    notice = Notice(text: "The columns were saved as “\(mapping.name)”: m uses them for another file.")
  }
}
