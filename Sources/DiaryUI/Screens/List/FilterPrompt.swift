import DiaryModel
import DiaryStore
import DiaryText
import Foundation

/// The filter of the list.
struct FilterPrompt: CompletedPrompt {
  var label: String { "Filter" }
  var usesVocabulary: Bool { true }

  func history(in context: ScreenContext) -> PromptHistory? { context.promptMemory.filters }

  /// Returns the first error, except in the word that is being typed.
  func check(_ input: TextInput, in context: ScreenContext) -> PromptProblem? {
    guard case .failure(let error) = parse(input.text, in: context), !error.range.contains(input.cursor - 1),
      error.range.upperBound < input.cursor || input.cursor < error.range.lowerBound
    else { return nil }
    return PromptProblem(error.sentence, range: error.range)
  }

  func submit(
    _ text: String, changing list: inout ListScreen, in context: ScreenContext
  ) throws(PromptProblem) -> [Intent] {
    switch parse(text, in: context) {
    case .success(let filter):
      var query = list.beers.window.query
      query.filter = filter
      return [.rememberEntry(\.filters, text.trimmingCharacters(in: .whitespaces))]
        + (query == list.beers.window.query ? [] : list.beers.show(query))
    case .failure(let error): throw PromptProblem(error.sentence, range: error.range)
    }
  }

  func completion(of input: TextInput, in context: ScreenContext) -> WordCompletion? {
    FilterCompletion(input).words(in: input, context.promptMemory.vocabulary ?? FilterVocabulary())
  }

  func advice(on input: TextInput) -> String? { FilterCompletion(input).advice }

  func fieldToRead(_ input: TextInput, _ vocabulary: FilterVocabulary) -> String? {
    FilterCompletion(input).fieldToRead(vocabulary)
  }

  private func parse(_ text: String, in context: ScreenContext) -> Result<BeerFilter, FilterError> {
    Result { () throws(FilterError) in
      try BeerFilter(
        text, customFields: context.promptMemory.vocabulary.map { Set($0.customFields) },
        namedDays: FieldText.namedDays(today: context.today),
        beerCount: context.promptMemory.vocabulary?.beerCount ?? 0)
    }
  }
}

extension ListScreen {
  /// Asks for a filter, starting with the present one.
  func beginFilter() -> [Intent] {
    let filter = beers.window.query.filter
    let text = filter.isEmpty ? "" : filter.description + " "
    return [.prompt(Prompt(FilterPrompt(), text: text)), .effect(.loadToday), .loadVocabulary]
  }
}
