/// Whether to quit during an export.
struct StopExportQuestion: Question {
  typealias Owner = ListScreen

  let path: String

  var question: String { "An export is running. Stop it, without writing \(path), and quit?" }
  var agreement: String { "stop and quit" }
  var refusal: String { "continue" }

  /// Asks next about other work in progress, if there is any.
  func agree(changing list: inout ListScreen, in context: ScreenContext) -> [Intent] {
    list.export = nil
    return [.effect(.stopExport), .leave]
  }
}
