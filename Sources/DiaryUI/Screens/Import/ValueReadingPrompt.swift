import DiaryText

/// How the values of the imported file are read.
struct ValueReadingPrompt: CompletedPrompt {
  /// The present settings.
  let reading: ValueReading

  var label: String { "Read values as" }
  var hint: String? {
    (reading.text.isEmpty ? "" : "Now: \(reading.text). ")
      + "dates=day-first or month-first, times=local or utc, abv=fraction, scale=10, text=repair, header=no. "
      + "Write dates=found to detect the order again."
  }

  /// Completes the word before the cursor.
  func completion(of input: TextInput, in context: ScreenContext) -> WordCompletion? {
    let typed = input.text.prefix(input.cursor)
    let start = typed.lastIndex(where: \.isWhitespace).map { typed.index(after: $0) } ?? typed.startIndex
    let word = String(typed[start...])
    return WordCompletion(
      input, before: String(typed[..<start]),
      candidates: ValueReading.words.filter { CompletionCandidates.begins($0, with: word) })
  }

  func isReady(in context: ScreenContext) -> Bool { owner(in: context).canReread }

  /// Reads the file again with the new settings.
  func submit(
    _ text: String, changing screen: inout ImportScreen, in context: ScreenContext
  ) throws(PromptProblem) -> [Intent] {
    guard let old = screen.file?.request.reading else { return [] }
    var reading = old
    do throws(FieldProblem) { try reading.apply(text) } catch { throw PromptProblem(error.text) }
    guard reading != old else { return [] }
    screen.file?.request.reading = reading
    if reading.hasHeader != old.hasHeader { screen.file?.request.forgetColumns() }
    return screen.reread()
  }
}

extension ImportScreen {
  /// Asks how values are read.
  func askForReading() -> [Intent] {
    guard let file, file.canMap else { return [] }
    return [.prompt(Prompt(ValueReadingPrompt(reading: file.request.reading)))]
  }
}
