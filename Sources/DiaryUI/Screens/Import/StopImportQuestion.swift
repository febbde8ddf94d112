/// Whether to quit during an import.
struct StopImportQuestion: Question {
  typealias Owner = ImportScreen

  var question: String {
    "An import is running. The beers added so far stay; `beerdiary import undo` removes them. "
      + "Stop the import and quit?"
  }
  var agreement: String { "stop and quit" }
  var refusal: String { "continue" }

  func agree(changing screen: inout ImportScreen, in context: ScreenContext) -> [Intent] {
    [.effect(.stopImport), .leaveWhenSaved]
  }
}
