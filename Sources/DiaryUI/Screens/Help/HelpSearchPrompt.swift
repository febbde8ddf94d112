/// The words to search the help for; the help shows the result while they are typed.
struct HelpSearchPrompt: PromptBehavior {
  var label: String { "Search /" }
  var style: PromptStyle { .search }

  func result(in context: ScreenContext) -> String? {
    owner(in: context).hasMatches(in: context) ? nil : HelpScreen.noMatches
  }

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
