import DiaryModel
import DiaryStore
import DiaryText
import Foundation

/// The filter of the list.
struct FilterPrompt: CompletedPrompt {
  var label: String { "Filter" }
  var usesVocabulary: Bool { true }

  func history(in state: AppState) -> PromptHistory? { state.promptMemory.filters }

  /// Returns the first mistake, except in the word that is still being typed.
  func check(_ input: TextInput, in state: AppState) -> PromptProblem? {
    guard case .failure(let error) = parse(input.text, in: state), !error.range.contains(input.cursor - 1),
      error.range.upperBound < input.cursor || input.cursor < error.range.lowerBound
    else { return nil }
    return PromptProblem(error.sentence, range: error.range)
  }

  func submit(_ text: String, in state: inout AppState) throws(PromptProblem) -> [Effect] {
    switch parse(text, in: state) {
    case .success(let filter):
      state.promptMemory.filters.note(text.trimmingCharacters(in: .whitespaces))
      var query = state.list.rows.query
      query.filter = filter
      return query == state.list.rows.query ? [] : state.show(query)
    case .failure(let error): throw PromptProblem(error.sentence, range: error.range)
    }
  }

  func completion(of input: TextInput, in state: AppState) -> WordCompletion? {
    FilterCompletion(input).words(in: input, state.promptMemory.vocabulary ?? FilterVocabulary())
  }

  func advice(on input: TextInput) -> String? { FilterCompletion(input).advice }

  func fieldToRead(_ input: TextInput, _ vocabulary: FilterVocabulary) -> String? {
    FilterCompletion(input).fieldToRead(vocabulary)
  }

  private func parse(_ text: String, in state: AppState) -> Result<BeerFilter, FilterError> {
    Result { () throws(FilterError) in
      try BeerFilter(
        text, customFields: state.promptMemory.vocabulary.map { Set($0.customFields) },
        namedDays: FieldText.namedDays(today: state.today))
    }
  }
}

extension AppState {
  /// Asks for a filter, beginning with the present one.
  mutating func beginFilter() -> [Effect] {
    let filter = list.rows.query.filter
    prompt = Prompt(FilterPrompt(), text: filter.isEmpty ? "" : filter.description + " ")
    return [.askToday] + askForVocabulary()
  }
}
