import Terminal

/// Text in lines of at most a number of columns, broken at blanks.
///
/// Words longer than a line are broken anywhere, and wide scripts between any two characters. Blanks at the end of a line
/// may reach beyond it. Only the paragraphs that are asked for are wrapped, because the text may be long.
struct TextBox {
  /// The part of a text that fits into a number of rows, around the cursor.
  struct Window {
    /// The indices of the characters of each line.
    let lines: [Range<Int>]
    /// The row of the cursor.
    let cursorRow: Int
    let hasMoreAbove: Bool
    let hasMoreBelow: Bool
  }

  private let characters: [Character]
  /// The columns of a line.
  let width: Int

  init(_ characters: [Character], width: Int) {
    self.characters = characters
    self.width = max(1, width)
  }

  /// Returns the first lines, at most as many as asked for.
  func firstLines(_ count: Int) -> [Range<Int>] {
    let first = lines(around: 0, count: count - 1)
    return [first.line] + first.below
  }

  /// Returns the lines to show; the line of the cursor is in the middle if there are more above and below.
  func window(at cursor: Int, height: Int) -> Window {
    let (above, line, below) = lines(around: cursor, count: height)
    let up = min(above.count, max(height / 2, height - 1 - below.count), height - 1)
    let down = min(below.count, height - 1 - up)
    return Window(
      lines: Array(above.suffix(up)) + [line] + Array(below.prefix(down)), cursorRow: up,
      hasMoreAbove: above.count > up,
      hasMoreBelow: below.count > down)
  }

  /// Returns the line of a character, and up to a number of lines above and below it.
  func lines(around index: Int, count: Int) -> (above: [Range<Int>], line: Range<Int>, below: [Range<Int>]) {
    let paragraph = paragraph(containing: index)
    let lines = lines(of: paragraph)
    let position = lines.lastIndex { $0.lowerBound <= index } ?? 0
    var above = Array(lines[..<position])
    var below = Array(lines[(position + 1)...])
    var start = paragraph.lowerBound
    var end = paragraph.upperBound
    while above.count < count, start > 0 {
      let before = self.paragraph(containing: start - 1)
      above = self.lines(of: before) + above
      start = before.lowerBound
    }
    while below.count < count, end < characters.count {
      let next = self.paragraph(containing: end + 1)
      below += self.lines(of: next)
      end = next.upperBound
    }
    return (Array(above.suffix(count)), lines[position], Array(below.prefix(count)))
  }

  /// Returns the characters between the line ends around an index; a line end belongs to the text before it.
  func paragraph(containing index: Int) -> Range<Int> {
    var start = index
    var end = index
    while start > 0, !characters[start - 1].isNewline { start -= 1 }
    while end < characters.count, !characters[end].isNewline { end += 1 }
    return start..<end
  }

  private func lines(of paragraph: Range<Int>) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = paragraph.lowerBound
    // Where the line can be broken, and its columns so far.
    var end = start
    var columns = 0
    for index in paragraph {
      let cell = self.columns(index..<index + 1)
      let isBlank = characters[index].isWhitespace
      if cell > 1 { end = index }
      if !isBlank, columns + cell > width, index > start {
        if end <= start { end = index }
        lines.append(start..<end)
        columns = self.columns(end..<index)
        start = end
      }
      columns += cell
      if isBlank || cell > 1 { end = index + 1 }
    }
    return lines + [start..<paragraph.upperBound]
  }

  /// Returns the text of a line without the blanks at its end.
  func text(_ line: Range<Int>) -> String {
    var end = line.upperBound
    while end > line.lowerBound, characters[end - 1].isWhitespace { end -= 1 }
    return String(characters[line.lowerBound..<end])
  }

  /// Returns the columns of characters of one line.
  func columns(_ range: Range<Int>) -> Int {
    characters[range].reduce(0) { $0 + ($1.isASCII ? 1 : String($1).columns) }
  }

  /// Returns the index for the cursor in a line, at a column or at the end.
  func index(atColumn column: Int, of line: Range<Int>) -> Int {
    var columns = 0
    for index in line {
      columns += self.columns(index..<index + 1)
      if columns > column { return index }
    }
    return self.end(of: line)
  }

  /// Returns the last index for the cursor in a line; the next one may be the first of the next line.
  func end(of line: Range<Int>) -> Int {
    let endsParagraph = line.upperBound == characters.count || characters[line.upperBound].isNewline
    return endsParagraph ? line.upperBound : max(line.lowerBound, line.upperBound - 1)
  }
}

// Text in several lines.
extension TextInput {
  func box(width: Int) -> TextBox { TextBox(characters, width: width) }

  /// Handles a key in a text of several lines; returns `false` if it has no meaning here.
  ///
  /// - Parameter size: The columns of a line, and the rows that are shown.
  mutating func press(_ key: Key, in size: Size) -> Bool {
    let box = box(width: size.width)
    let line = box.lines(around: cursor, count: 0).line
    let paragraph = box.paragraph(containing: cursor)
    switch (key.code, key.modifiers) {
    case (.home, []), (.character("a"), .control): moveCursor(to: line.lowerBound)
    case (.end, []), (.character("e"), .control): moveCursor(to: box.end(of: line))
    case (.pageUp, _): if !moveLine(by: -size.height, width: size.width) { moveCursor(to: 0) }
    case (.pageDown, _):
      if !moveLine(by: size.height, width: size.width) { moveCursor(to: characters.count) }
    case (.character("u"), .control): remove(paragraph.lowerBound..<cursor)
    case (.character("k"), .control):
      // At the end of a paragraph, its line end.
      let end = cursor < paragraph.upperBound ? paragraph.upperBound : min(cursor + 1, characters.count)
      remove(cursor..<end)
    default: return press(key)
    }
    return true
  }

  /// Moves the cursor up or down, at most to the first or the last line; returns `false` if it is there.
  mutating func moveLine(by step: Int, width: Int) -> Bool {
    let box = box(width: width)
    let (above, line, below) = box.lines(around: cursor, count: abs(step))
    guard let target = step < 0 ? above.first : below.last else { return false }
    let column = goalColumn ?? box.columns(line.lowerBound..<cursor)
    moveCursor(to: box.index(atColumn: column, of: target))
    goalColumn = column
    return true
  }
}
