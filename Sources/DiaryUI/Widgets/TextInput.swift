import Terminal

/// A line of text that the user types.
package struct TextInput: Hashable, Sendable {
  /// Which characters replace a prefilled text.
  enum Prefill: Hashable, Sendable {
    /// Any character: the text is a guess at the whole value.
    case guess
    /// Characters that start a path: the text is a folder that a path can continue.
    case folder

    fileprivate func gives(wayTo character: Character) -> Bool {
      self == .guess || character == "/" || character == "~"
    }
  }

  private var characters: [Character]
  /// The index in the text, from 0 to its length.
  private(set) var cursor: Int

  /// `nil` after the first edit.
  private var prefill: Prefill?

  package init(_ text: String = "") {
    characters = Array(text)
    cursor = characters.count
  }

  init(_ text: String, as prefill: Prefill) {
    self.init(text)
    self.prefill = prefill
  }

  var text: String { String(characters) }
  var isEmpty: Bool { characters.isEmpty }
  var isAtEnd: Bool { cursor == characters.count }

  mutating func moveCursor(to index: Int) { cursor = min(max(0, index), characters.count) }

  mutating func set(_ text: String) { self = TextInput(text) }

  /// Handles a key; returns `false` if it has no meaning here.
  mutating func press(_ key: Key) -> Bool {
    guard edit(key) else { return false }
    prefill = nil
    return true
  }

  private mutating func edit(_ key: Key) -> Bool {
    switch (key.code, key.modifiers) {
    case (.character(let character), []): insert(String(character))
    case (.left, []), (.character("b"), .control): cursor = max(0, cursor - 1)
    case (.right, []), (.character("f"), .control): cursor = min(characters.count, cursor + 1)
    case (.left, .control), (.character("b"), .alt): cursor = startOfWord
    case (.right, .control), (.character("f"), .alt): cursor = endOfWord
    case (.home, _), (.character("a"), .control): cursor = 0
    case (.end, _), (.character("e"), .control): cursor = characters.count
    case (.backspace, []), (.character("h"), .control): remove(max(0, cursor - 1)..<cursor)
    case (.delete, _), (.character("d"), .control): remove(cursor..<min(characters.count, cursor + 1))
    case (.character("w"), .control), (.backspace, .alt): remove(startOfWord..<cursor)
    case (.character("u"), .control): remove(0..<cursor)
    case (.character("k"), .control): remove(cursor..<characters.count)
    default: return false
    }
    return true
  }

  /// Inserts a text at the cursor, which moves to its end.
  ///
  /// The text may replace an unedited prefill.
  mutating func insert(_ text: String) {
    if let first = text.first, prefill?.gives(wayTo: first) == true { set("") }
    prefill = nil
    let before = String(characters[..<cursor]) + text
    // A combining mark joins the character before it.
    characters = Array(before + String(characters[cursor...]))
    cursor = min(before.count, characters.count)
  }

  private mutating func remove(_ range: Range<Int>) {
    characters.removeSubrange(range)
    cursor = range.lowerBound
  }

  private var startOfWord: Int {
    var index = cursor
    while index > 0, characters[index - 1] == " " { index -= 1 }
    while index > 0, characters[index - 1] != " " { index -= 1 }
    return index
  }

  private var endOfWord: Int {
    var index = cursor
    while index < characters.count, characters[index] == " " { index += 1 }
    while index < characters.count, characters[index] != " " { index += 1 }
    return index
  }

  /// One column is reserved for the cursor after the last character.
  private func firstShown(width: Int) -> Int {
    // Counted backward from the cursor, because the text may be long.
    var first = cursor
    var columns = 0
    while first > 0 {
      columns += String(characters[first - 1]).columns
      if columns >= width { break }
      first -= 1
    }
    return first
  }

  /// Returns the column of a character, relative to the first visible one; negative if it is before that.
  func column(of index: Int, width: Int) -> Int {
    let first = firstShown(width: width)
    let index = min(index, characters.count)
    return index < first ? -1 : String(characters[first..<index]).columns
  }

  /// Draws the part around the cursor, and moves the real cursor there.
  func draw(at point: Point, width: Int, style: Style, into canvas: inout Canvas) {
    guard width > 1 else { return }
    let first = firstShown(width: width)
    let shown = String(characters[first...])
    canvas.put(shown, at: point, style: style, maxWidth: width)
    if first > 0, cursor > first {
      // In place of the first visible character.
      let columns = String(characters[first]).columns
      canvas.put(
        String(canvas.glyphs.ellipsis).fitted(to: columns), at: point, style: style, maxWidth: columns)
    }
    canvas.cursor = Point(
      column: point.column + String(characters[first..<cursor]).columns, row: point.row)
  }
}
