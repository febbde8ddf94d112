import DiaryText

/// Asks for the formats of the values in the file to import.
struct ValueFormatsPrompt: CompletedPrompt {
  /// The formats chosen so far.
  let formats: ValueFormats

  var label: String { "Read values as" }
  var hint: String? {
    (formats.text.isEmpty ? "" : "Now: \(formats.text). ")
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
      candidates: ValueFormats.words.filter { CompletionCandidates.begins($0, with: word) })
  }

  func isReady(in context: ScreenContext) -> Bool { owner(in: context).canReread }

  /// Reads the file again with the new formats.
  func submit(
    _ text: String, changing screen: inout ImportScreen, in context: ScreenContext
  ) throws(PromptProblem) -> [Intent] {
    guard let old = screen.file?.request.formats else { return [] }
    var formats = old
    do throws(FieldProblem) { try formats.apply(text) } catch { throw PromptProblem(error.text) }
    guard formats != old else { return [] }
    screen.file?.request.formats = formats
    if formats.hasHeader != old.hasHeader { screen.file?.request.forgetColumns() }
    return screen.reread()
  }
}

extension ImportScreen {
  /// Asks for the formats of values.
  func askForFormats() -> [Intent] {
    guard let file, file.canMap else { return [] }
    return [.prompt(Prompt(ValueFormatsPrompt(formats: file.request.formats)))]
  }
}
