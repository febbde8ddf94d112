/// Whether to quit during an export.
struct StopExportQuestion: Question {
  let path: String

  var question: String { "An export is running. Stop it, without writing \(path), and quit?" }
  var agreement: String { "stop and quit" }
  var refusal: String { "continue" }

  /// Asks next about other work in progress, if there is any.
  func agree(changing screen: inout NoOwner, in context: ScreenContext) -> [Intent] { [.stopExport, .leave] }
}
