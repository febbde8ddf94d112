import DiaryModel
import DiaryStore
import Terminal

extension Action {
  static let sort = Action(
    "sort", .finding, "Sort by a field; choose the same field again to reverse the order", hint: "sort",
    keys: [.character("s")], on: [.list], .takesText, when: \.withListedBeer
  ) { _ in [.prompt(Prompt(SortPicker())), .loadVocabulary] }
  .alsoCalled("order")
}

/// The order of the list; choosing the current one reverses it.
struct SortPicker: Picker {
  typealias Owner = ListScreen

  var label: String { "Sort by" }
  var enterHint: String { "sort" }

  func choices(in context: ScreenContext) -> [PickerChoice<BeerQuery.Order>] {
    let present = context.list.window.query.order
    let known = BeerQuery.Order.builtIn + context.offeredFields.map { .custom($0) }
    // The field of the present order may have left the diary, or not have been read yet.
    return (known.contains(present) ? known : known + [present]).map { order in
      PickerChoice(
        ListHeader.name(order), explanation(order, isCurrent: order == present, context), order,
        isCurrent: order == present)
    }
  }

  private func explanation(_ order: BeerQuery.Order, isCurrent: Bool, _ context: ScreenContext) -> String {
    guard isCurrent else {
      if case .custom = order { return "custom field" }
      return ListHeader.ends(of: order, sortedValue: nil).first
    }
    let ends = ListHeader.ends(of: order, sortedValue: context.list.sortedValue)
    return context.list.window.query.isReversed ? "now \(ends.reversed)" : "now \(ends.first)"
  }

  /// The built-in orders need not wait for the custom fields.
  func isReadingChoices(in context: ScreenContext) -> Bool {
    context.promptMemory.isVocabularyRequested && context.promptMemory.vocabulary == nil
      && matches(in: context).allSatisfy(\.hasOnlyLetters)
  }

  func choose(
    _ order: BeerQuery.Order, changing list: inout ListScreen, in context: ScreenContext
  ) -> [Intent] {
    list.beers.sort(by: order)
  }
}
