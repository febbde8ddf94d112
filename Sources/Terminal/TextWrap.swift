extension String {
  /// Returns the safe text in lines of at most `width` columns, broken at blanks; line ends in the text are kept.
  ///
  /// Words longer than a line are broken anywhere, and wide scripts between any two characters.
  /// There is always at least one line, which is empty if the width is below 1.
  package func wrapped(to width: Int) -> [String] {
    guard width > 0 else { return [""] }
    return safeLines.flatMap { line in
      if line.utf8.count <= width { return [line] }
      var wrapper = LineWrapper(width: width)
      for cell in CellCharacters(line) { wrapper.add(cell) }
      return wrapper.finish()
    }
  }

  /// Returns the safe text in at most `maxLines` lines, of which the last one ends with `ellipsis` if there is more.
  ///
  /// - Parameters:
  ///   - width: The columns of a line.
  ///   - maxLines: At least 1.
  package func wrapped(to width: Int, maxLines: Int, ellipsis: String = "…") -> [String] {
    let lines = wrapped(to: width)
    guard lines.count > maxLines else { return lines }
    let (kept, rest) = (lines.prefix(maxLines - 1), lines.dropFirst(maxLines - 1))
    return kept + [rest.joined(separator: " ").truncated(to: width, ellipsis: ellipsis)]
  }
}

/// Fills lines with words, as many as fit.
private struct LineWrapper {
  let width: Int
  private var lines: [String] = []
  private var line = ""
  private var lineWidth = 0
  private var gap = 0
  private var word = ""
  private var wordWidth = 0

  init(width: Int) { self.width = width }

  mutating func add(_ cell: CellCharacter) {
    if cell == .blank {
      endWord()
      gap += 1
    } else if cell.width == 1 {
      extendWord(cell)
    } else {
      endWord()
      // In a width of one column, a wide character becomes a blank, as on a canvas.
      extendWord(cell.width <= width ? cell : .blank)
      endWord()
    }
  }

  mutating func finish() -> [String] {
    endWord()
    return lines + [line]
  }

  /// Adds to the word; a part that fills a line is placed immediately.
  private mutating func extendWord(_ cell: CellCharacter) {
    if wordWidth + cell.width > width { endWord() }
    word.append(cell.character)
    wordWidth += cell.width
  }

  private mutating func endWord() {
    guard wordWidth > 0 else { return }
    if lineWidth + gap + wordWidth > width { endLine() }
    line += String(repeating: " ", count: gap) + word
    lineWidth += gap + wordWidth
    word = ""
    wordWidth = 0
    gap = 0
  }

  private mutating func endLine() {
    if lineWidth > 0 { lines.append(line) }
    line = ""
    lineWidth = 0
    gap = 0
  }
}
