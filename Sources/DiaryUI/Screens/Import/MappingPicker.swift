import Interchange

/// A saved mapping to use for the imported file.
struct MappingPicker: Picker {
  typealias Owner = ImportScreen

  var label: String { "Mapping" }

  /// The mappings in the order in which they were saved, with what does not fit.
  func choices(in context: ScreenContext) -> [PickerChoice<String>] {
    guard let file = owner(in: context).file, let preview = file.preview else { return [] }
    return context.configuration.mappings.map { mapping in
      let missing = mapping.missingColumns(in: preview.header)
      return PickerChoice(
        mapping.name, missing.isEmpty ? "fits" : "missing: \(missing.joined(separator: ", "))", mapping.name,
        isCurrent: mapping == file.request.mapping)
    }
  }

  func isReady(in context: ScreenContext) -> Bool { owner(in: context).canReread }

  /// Reads the file again with the mapping, if it fits.
  func choose(
    _ name: String, changing screen: inout ImportScreen, in context: ScreenContext
  ) throws(PromptProblem) -> [Intent] {
    guard let preview = screen.file?.preview,
      let mapping = context.configuration.mappings.first(where: { $0.name == name })
    else { return [] }
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
  func askForMapping() -> [Intent] { [.prompt(Prompt(MappingPicker()))] }
}
