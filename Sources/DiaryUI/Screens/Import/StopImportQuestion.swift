/// Whether to leave the program during an import.
struct StopImportQuestion: Question {
  typealias Owner = ImportScreen

  var question: String {
    "An import is running. What is in the diary so far stays; `beerdiary import --undo` removes it. "
      + "Stop it and leave?"
  }
  var agreement: String { "stop it and leave" }
  var refusal: String { "let it run" }

  func agree(changing screen: inout ImportScreen, in context: ScreenContext) -> [Intent] {
    [.effect(.stopImport), .leaveWhenStored]
  }
}
