/// The words to search the help for, which shows the result of each key.
struct HelpSearchPrompt: PromptBehavior {
  var label: String { "/" }
  var style: PromptStyle { .search }

  func typed(
    _ text: String, changing help: inout HelpScreen, in context: ScreenContext
  ) -> [Intent] {
    help.search = text
    return []
  }

  /// Shows the whole help again.
  func cancel(changing help: inout HelpScreen, in context: ScreenContext) -> [Intent] {
    typed("", changing: &help, in: context)
  }
}
