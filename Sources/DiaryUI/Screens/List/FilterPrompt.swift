import DiaryStore
import Terminal

/// The filter as it is typed: what is wrong with it, and what completes it.
extension AppState {
  mutating func beginFilter() -> [Effect] {
    let filter = rows.query.filter
    prompt = Prompt(.filter, label: "Filter", text: filter.isEmpty ? "" : filter.description + " ")
    return [.loadVocabulary]
  }

  private func parsedFilter(_ text: String) -> Result<BeerFilter, FilterError> {
    Result { () throws(FilterError) in
      try BeerFilter(text, customFields: vocabulary.map { Set($0.customFields) })
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
      var query = rows.query
      query.filter = filter
      return query == rows.query ? [] : show(query)
    case .failure(let error):
      prompt?.mistake = error
      return []
    }
  }

  mutating func completeFilter(by step: Int) {
    guard let input = prompt?.input,
      var completion = prompt?.completion ?? FilterCompletion(input, vocabulary)
    else { return }
    prompt?.input = completion.next(by: step)
    prompt?.completion = completion
    checkFilter()
  }
}

extension FilterError {
  /// Marks what is wrong below it, with the sentence where there is room.
  ///
  /// - Parameter start: The column of the first character of the input.
  func draw(
    below input: TextInput, from start: Int, width: Int, row: Int, _ style: Style, into canvas: inout Canvas
  ) {
    let first = input.column(of: range.lowerBound, width: width)
    let last = input.column(of: range.upperBound, width: width)
    let column = start + min(max(0, first), width - 1)
    let length = max(1, min(last, width) - max(0, first))
    let marks = "^" + String(repeating: "~", count: length - 1)
    let room = canvas.size.width - 1 - (column + length + 1)
    if sentence.columns <= room {
      canvas.put(marks + " " + sentence, at: Point(column: column, row: row), style: style)
    } else if sentence.columns + 2 <= column {
      let before = column - 1 - sentence.columns
      canvas.put(sentence + " " + marks, at: Point(column: before, row: row), style: style)
    } else {
      canvas.put(sentence, at: Point(column: 1, row: row), style: style, maxWidth: canvas.size.width - 2)
    }
  }
}
