import DiaryModel
import SQLiteKit
import DiaryStore
import Foundation
import Terminal

/// The filter as it is typed: what is wrong with it, and what completes it.
extension AppState {
  mutating func beginFilter() -> [Effect] {
    let filter = rows.query.filter
    prompt = Prompt(.filter, label: "Filter", text: filter.isEmpty ? "" : filter.description + " ")
    return [.askToday] + askForVocabulary()
  }

  private func parsedFilter(_ text: String) -> Result<BeerFilter, FilterError> {
    Result { () throws(FilterError) in
      try BeerFilter(
        text, customFields: vocabulary.map { Set($0.customFields) },
        namedDays: FieldText.namedDays(today: formHelp?.today))
    }
  }

  /// Returns the first mistake, except in the word that is still being typed.
  func filterProblem(_ input: TextInput) -> PromptProblem? {
    guard case .failure(let error) = parsedFilter(input.text), !error.range.contains(input.cursor - 1),
      error.range.upperBound < input.cursor || input.cursor < error.range.lowerBound
    else { return nil }
    return PromptProblem(error.sentence, range: error.range)
  }

  /// Shows the list that the filter describes.
  mutating func finishFilter(_ text: String) throws(PromptProblem) -> [Effect] {
    switch parsedFilter(text) {
    case .success(let filter):
      filters.note(text.trimmingCharacters(in: .whitespaces))
      var query = rows.query
      query.filter = filter
      return query == rows.query ? [] : show(query)
    case .failure(let error): throw PromptProblem(error.sentence, range: error.range)
    }
  }

  /// Puts the next candidate for the word before the cursor in its place; once it is known, where it is not yet.
  mutating func complete(by step: Int) -> [Effect] {
    guard let prompt else { return [] }
    var completion = prompt.completion
    if completion?.isDone != false {
      if isAwaitingWords(prompt) {
        self.prompt?.awaitedSteps += step
        return askForValues(prompt)
      }
      completion = self.completion(for: prompt)
    }
    guard var completion else {
      let advice = prompt.purpose == .filter ? FilterCompletion(prompt.input).advice : nil
      self.prompt?.refuse(advice ?? "Nothing that is known begins like that.")
      return []
    }
    self.prompt?.input = completion.next(by: step)
    self.prompt?.completion = completion
    return followPrompt()
  }

  /// Goes on with the completion that has waited for words.
  mutating func completeAwaited() -> [Effect] {
    guard let steps = prompt?.awaitedSteps, steps != 0 else { return [] }
    prompt?.awaitedSteps = 0
    return (0..<abs(steps)).flatMap { _ in complete(by: steps.signum()) }
  }

  /// Takes in what a field has.
  mutating func accept(_ values: Result<[String], StoreError>, of field: String) -> [Effect] {
    valuesAsked = nil
    switch values {
    case .success(let values):
      vocabulary?.values[field] = values
      return completeAwaited()
    case .failure(let error):
      guard prompt?.awaitedSteps != 0 else { return [] }
      prompt?.awaitedSteps = 0
      prompt?.refuse("What your beers have cannot be read: " + ErrorText.reason(error) + ".")
      return []
    }
  }

  private func isAwaitingWords(_ prompt: Prompt) -> Bool {
    guard prompt.purpose?.usesVocabulary == true else { return false }
    guard let vocabulary, !isVocabularyAsked else { return isVocabularyAsked }
    return fieldToRead(prompt, vocabulary).map { vocabulary.values[$0] == nil } ?? false
  }

  /// Asks for what a field has, once.
  private mutating func askForValues(_ prompt: Prompt) -> [Effect] {
    guard !isVocabularyAsked, let field = vocabulary.flatMap({ fieldToRead(prompt, $0) }),
      field != valuesAsked
    else { return [] }
    valuesAsked = field
    return [.loadValues(of: field)]
  }

  /// The field whose values have to be read to complete what is typed.
  private func fieldToRead(_ prompt: Prompt, _ vocabulary: FilterVocabulary) -> String? {
    switch prompt.purpose {
    case .filter: FilterCompletion(prompt.input).fieldToRead(vocabulary)
    case .setField: fieldBeingSet(prompt.input, vocabulary)
    default: nil
    }
  }

  /// What the word before the cursor can become.
  private func completion(for prompt: Prompt) -> WordCompletion? {
    let vocabulary = vocabulary ?? FilterVocabulary()
    return switch prompt.purpose {
    case .filter: FilterCompletion(prompt.input).words(vocabulary)
    case .sortField: WordCompletion(prompt.input, among: CustomFieldName.distinct(vocabulary.customFields))
    case .setField: fieldCompletion(prompt.input)
    default: mappingCompletion(prompt)
    }
  }
}
