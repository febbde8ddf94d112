/// Whether to close the preview of an import although the user has chosen how its columns are read.
struct DiscardMappingQuestion: Question {
  typealias Owner = ImportScreen

  /// Whether another file is chosen next.
  var choosesFile = false

  var question: String { "Discard what you chose for the columns?" }
  var agreement: String { "discard" }
  var refusal: String { "keep it" }
  var isDestructive: Bool { true }

  func agree(changing screen: inout ImportScreen, in context: ScreenContext) -> [Intent] {
    screen.close() + (choosesFile ? [.browse(ImportPathPrompt().prompt(in: context))] : [])
  }
}
