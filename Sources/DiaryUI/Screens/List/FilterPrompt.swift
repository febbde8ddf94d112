import DiaryModel
import DiaryStore
import DiaryText
import Foundation
import SQLiteKit
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

  /// Tells of mistakes in what has been typed, but for the word that is still being typed.
  mutating func checkFilter() {
    guard let input = prompt?.input else { return }
    prompt?.mistake = nil
    if case .failure(let error) = parsedFilter(input.text), !error.range.contains(input.cursor - 1),
      error.range.upperBound < input.cursor || input.cursor < error.range.lowerBound
    {
      prompt?.mistake = error
    }
  }

  /// Shows what the filter says, or what is wrong with it.
  mutating func finishFilter(_ text: String) -> [Effect] {
    switch parsedFilter(text) {
    case .success(let filter):
      prompt = nil
      filters.note(text.trimmingCharacters(in: .whitespaces))
      var query = rows.query
      query.filter = filter
      return query == rows.query ? [] : show(query)
    case .failure(let error):
      prompt?.mistake = error
      // Into sight, and to where it is mended.
      prompt?.input.moveCursor(to: error.range.upperBound)
      return []
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
      self.prompt?.problem = advice ?? "Nothing that is known begins like that."
      return []
    }
    self.prompt?.problem = nil
    self.prompt?.input = completion.next(by: step)
    self.prompt?.completion = completion
    if prompt.purpose == .filter { checkFilter() }
    return []
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
      prompt?.problem = "What your beers have cannot be read: " + ErrorText.reason(error) + "."
      return []
    }
  }

  private func isAwaitingWords(_ prompt: Prompt) -> Bool {
    guard prompt.purpose.usesVocabulary else { return false }
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
    case .filter: FilterCompletion(prompt.input).words(in: prompt.input, vocabulary)
    case .sortField: WordCompletion(prompt.input, among: CustomFieldName.distinct(vocabulary.customFields))
    case .setField: fieldCompletion(prompt.input)
    default: mappingCompletion(prompt)
    }
  }
}

extension FilterError {
  /// Marks what is wrong below it, with the sentence beside it where there is room and below where there is none.
  ///
  /// - Parameter start: The column of the first character of the input.
  func lines(
    below input: TextInput, from start: Int, width: Int, screenWidth: Int, _ style: Style
  ) -> [StyledLine] {
    let first = input.column(of: range.lowerBound, width: width)
    // A mark under something else would tell of that.
    guard 0..<width ~= first else { return StyledLine(sentence, style).wrapped(to: screenWidth - 2) }
    let last = input.column(of: range.upperBound, width: width)
    let indent = start - 1 + min(max(0, first), width - 1)
    let length = max(1, min(last, width) - max(0, first))
    let marks = "^" + String(repeating: "~", count: length - 1)
    let content = screenWidth - 2
    func blank(_ columns: Int) -> String { String(repeating: " ", count: columns) }
    if indent + length + 1 + sentence.columns <= content {
      return [StyledLine(blank(indent) + marks + " " + sentence, style)]
    }
    if sentence.columns + 1 <= indent {
      return [StyledLine(blank(indent - 1 - sentence.columns) + sentence + " " + marks, style)]
    }
    return [StyledLine(blank(indent) + marks, style)] + StyledLine(sentence, style).wrapped(to: content)
  }
}
