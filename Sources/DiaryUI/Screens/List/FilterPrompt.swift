import DiaryModel
import DiaryStore
import DiaryText
import Foundation
import Terminal

extension Action {
  static let filter = Action(
    "filter", .finding, "Filter the beers as you type, for example by style:stout rating>=4", hint: "filter",
    keys: [.character("f")], on: [.list], .takesText, when: \.withBeersToFind, changing: ListScreen.self
  ) { list, context in list.beginFilter(in: context) }
}

/// The filter of the list; the list shows the result while it is typed.
struct FilterPrompt: CompletedPrompt {
  /// The list that Escape restores.
  let before: ListState
  /// The search that was continued as a filter; `nil` if there was none.
  var search: PromptSwitch?

  var label: String { "Filter" }
  var example: String? { "style:stout rating>=4" }
  var history: PromptHistory.ID? { Self.filters }
  var usesVocabulary: Bool { true }

  private static let filters: PromptHistory.ID = "filters"

  func keyHints(for prompt: Prompt) -> [PromptHint] {
    [
      prompt.enterHint, PromptHint("Esc", "cancel"), prompt.completionHint, PromptHint("Ctrl-T", "search"),
    ]
  }

  /// The number of beers; `nil` while the text is no filter.
  func result(in context: ScreenContext) -> String? {
    if case .failure = context.parseFilter(context.prompt?.input.text ?? "") { return nil }
    return owner(in: context).beers.countText
  }

  /// What is wrong with the value that is being typed; `nil` while that is incomplete.
  func remark(in context: ScreenContext) -> String? {
    let text = context.prompt?.input.text ?? ""
    guard case .failure(let error) = context.parseFilter(text), FilterCompletion(text).hasValue else {
      return nil
    }
    return error.sentence
  }

  func press(_ key: Key, changing list: inout ListScreen, in context: ScreenContext) -> [Intent]? {
    if key == .control("t") { return list.continueAsSearch(self, in: context) }
    return context.isHelpKey(key) ? [.openFilterHelp] : nil
  }

  /// Shows the beers that Enter would show, from the top.
  ///
  /// While the last word makes the text no filter, the list has the beers of the words before it, or stays if a value is
  /// being typed.
  func typed(_ text: String, changing list: inout ListScreen, in context: ScreenContext) -> [Intent] {
    let typed = FilterCompletion(text)
    var result = context.parseFilter(text)
    if case .failure = result, !typed.hasValue { result = context.parseFilter(typed.termsBefore) }
    guard case .success(let filter?) = result else { return [] }
    return switchFilter(to: filter, in: &list)
  }

  private func switchFilter(to filter: BeerFilter, in list: inout ListScreen) -> [Intent] {
    var query = list.beers.window.query
    guard query.filter != filter else { return [] }
    query.filter = filter
    // A label counts the beers that are not in the trash.
    query.isDistinct = before.query.isDistinct && !filter.isInTrash
    return list.beers.switchList(to: query, at: ScrollPosition())
  }

  /// Returns the first error, except in the word that is being typed.
  func check(_ input: TextInput, in context: ScreenContext) -> PromptProblem? {
    guard case .failure(let error) = context.parseFilter(input.text), !error.range.contains(input.cursor - 1),
      error.range.upperBound < input.cursor || input.cursor < error.range.lowerBound
    else { return nil }
    return PromptProblem(error.sentence, range: error.range)
  }

  /// The text may mean something else with custom fields that have been added since the names were last read.
  func needsVocabulary(_ text: String, in context: ScreenContext) -> Bool {
    let memory = context.promptMemory
    guard memory.vocabulary == nil || memory.isVocabularyRequested else { return false }
    if case .success(nil) = context.parseFilter(text, customFields: nil) { return true }
    return false
  }

  /// Writes the filter with which the prompt began in another way, if a custom field has the name of one of its fields.
  func adapted(_ text: String, in context: ScreenContext) -> String {
    let begun = before.query.filter.description
    guard !begun.isEmpty, text.hasPrefix(begun) else { return text }
    return context.text(of: before.query.filter) + text.dropFirst(begun.count)
  }

  func submit(
    _ text: String, changing list: inout ListScreen, in context: ScreenContext
  ) throws(PromptProblem) -> [Intent] {
    switch context.parseFilter(text) {
    case .success(nil): throw PromptProblem("The custom fields of the diary have not been read yet.")
    case .success(let filter?):
      let intents = switchFilter(to: filter, in: &list)
      list.beers.beforeTyping = before
      // The number of beers was not shown yet.
      if list.beers.window.showsOtherList || list.beers.countText == nil { list.beers.isToBeAnnounced = true }
      // Not the list of a filter that was only typed on the way.
      if filter.isInTrash, !before.query.filter.isInTrash { list.beers.beforeTrash = before }
      let typed = text.trimmingCharacters(in: .whitespaces)
      return [.rememberEntry(typed, in: Self.filters), .rememberFilter(filter, typed: typed)] + intents
    case .failure(let error): throw PromptProblem(error.sentence, range: error.range)
    }
  }

  func cancel(changing list: inout ListScreen, in context: ScreenContext) -> [Intent] {
    list.beers.restore(before)
  }

  func completion(of input: TextInput, in context: ScreenContext) -> WordCompletion? {
    FilterCompletion(input).words(in: input, context.offeredVocabulary)
  }

  func advice(on input: TextInput) -> String? { FilterCompletion(input).advice }

  func fieldToRead(_ input: TextInput, _ vocabulary: FilterVocabulary) -> String? {
    FilterCompletion(input).fieldToRead(vocabulary)
  }
}

extension ListScreen {
  /// Asks for a filter, starting with the present one.
  func beginFilter(in context: ScreenContext) -> [Intent] {
    openFilter(
      FilterPrompt(before: beers.state), text: context.promptText(of: beers.window.query.filter))
  }

  func openFilter(_ filter: FilterPrompt, text: String) -> [Intent] {
    [.prompt(Prompt(filter, text: text)), .effect(.loadToday), .loadVocabulary]
  }
}

extension ScreenContext {
  /// Parses a typed filter with the custom fields that were read last; `nil` if none were read and they decide what it
  /// means.
  func parseFilter(_ text: String) -> Result<BeerFilter?, FilterError> {
    parseFilter(text, customFields: promptMemory.vocabulary?.customFields)
  }

  fileprivate func parseFilter(_ text: String, customFields: [String]?) -> Result<BeerFilter?, FilterError> {
    Result { () throws(FilterError) in
      let dates = TypedDates(today: today, order: appearance.dateFormat.order)
      let beerCount = promptMemory.vocabulary?.beerCount ?? 0
      guard let customFields else {
        return try .withoutCustomFields(text, dates: dates, beerCount: beerCount)
      }
      return try BeerFilter(
        text, customFields: Set(customFields), dates: dates, beerCount: beerCount)
    }
  }

  /// Returns the text with which the prompt for a filter begins: ready for another condition, or empty.
  func promptText(of filter: BeerFilter) -> String { filter.isEmpty ? "" : text(of: filter) + " " }
}
