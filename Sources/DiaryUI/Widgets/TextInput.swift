import Terminal

/// Text that the user types, in one line or in several.
package struct TextInput: Hashable, Sendable {
  /// Which characters replace a prefilled text.
  enum Prefill: Hashable, Sendable {
    /// Characters that start a path: the text is a path, such as a folder, that can be continued.
    case path
    /// Digits and stars: the text is a number, which a point or a fraction can continue.
    case number
    /// Any character but a blank: the text is a date, to which a time can be added, as in `2026-11-30 20:30`.
    case date
    /// Any character but a blank, after which another word can follow: the words of the last search, shown as selected.
    case words

    fileprivate func isReplaced(by character: Character) -> Bool {
      switch self {
      // Terminals type the path of a file that is dropped on them, many in quotes.
      case .path: "/~'\"".contains(character)
      case .number: "0123456789★".contains(character)
      case .date, .words: !character.isWhitespace
      }
    }
  }

  private(set) var characters: [Character]
  /// The index in the text, from 0 to its length.
  private(set) var cursor: Int
  /// The column that the cursor returns to in longer lines; `nil` unless it moves from line to line.
  var goalColumn: Int?

  /// Which characters replace the text; `nil` after the first edit.
  private var prefill: Prefill?
  private var history = TextHistory()

  /// Creates an input with the cursor at the end of a text, which is edited like typed text.
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
  /// Whether the text is shown as selected: typing replaces it, and Backspace removes it.
  var isSelected: Bool { prefill == .words && !isEmpty }

  mutating func moveCursor(to index: Int) {
    cursor = min(max(0, index), characters.count)
    goalColumn = nil
    history.endStep()
  }

  /// Lets the next character replace the text, as if it were prefilled.
  mutating func offerReplacement(as prefill: Prefill) { self.prefill = prefill }

  /// Sets the text and forgets the earlier edits.
  mutating func set(_ text: String) { self = TextInput(text) }

  /// Handles a key; returns `false` if it has no meaning here.
  mutating func press(_ key: Key) -> Bool {
    guard edit(key) else { return false }
    prefill = nil
    return true
  }

  /// Returns whether a key edits a text, or moves the cursor in it.
  static func isEdited(by key: Key) -> Bool {
    var input = TextInput()
    return input.edit(key)
  }

  private mutating func edit(_ key: Key) -> Bool {
    switch (key.code, key.modifiers) {
    case (.character(let character), []): insert(String(character))
    case (.left, []), (.character("b"), .control): moveCursor(to: cursor - 1)
    case (.right, []), (.character("f"), .control): moveCursor(to: cursor + 1)
    case (.left, .control), (.character("b"), .alt): moveCursor(to: startOfWord)
    case (.right, .control), (.character("f"), .alt): moveCursor(to: endOfWord)
    case (.home, _), (.character("a"), .control): moveCursor(to: 0)
    case (.end, _), (.character("e"), .control): moveCursor(to: characters.count)
    case (.backspace, []), (.character("h"), .control):
      remove(isSelected ? 0..<cursor : max(0, cursor - 1)..<cursor)
    case (.delete, _), (.character("d"), .control): remove(cursor..<min(characters.count, cursor + 1))
    case (.character("w"), .control), (.backspace, .alt): remove(startOfWord..<cursor)
    case (.character("d"), .alt): remove(cursor..<endOfWord)
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
    let replacesAll = text.first.map { prefill?.isReplaced(by: $0) == true } ?? false
    prefill = nil
    replace(replacesAll ? 0..<characters.count : cursor..<cursor, with: text)
    if text.count > 1 { history.endStep() }
  }

  mutating func remove(_ range: Range<Int>) { replace(range, with: "") }

  /// Replaces characters; the cursor moves to the end of the new ones.
  private mutating func replace(_ range: Range<Int>, with text: String) {
    // A combining mark joins the character before it, and the text may end with the beginning of the next one.
    let outer = max(0, range.lowerBound - 1)..<min(characters.count, range.upperBound + 1)
    let before = String(characters[outer.lowerBound..<range.lowerBound]) + text
    var old = Array(characters[outer])
    var new = Array(before + String(characters[range.upperBound..<outer.upperBound]))
    let end = outer.lowerBound + before.count
    var start = outer.lowerBound
    if start < range.lowerBound, let first = new.first, first == old.first {
      old.removeFirst()
      new.removeFirst()
      start += 1
    }
    if range.upperBound < outer.upperBound, let last = new.last, last == old.last {
      old.removeLast()
      new.removeLast()
    }
    guard !old.isEmpty || !new.isEmpty else { return }
    let edit = TextEdit(start: start, removed: old, inserted: new)
    history.note(edit)
    apply(edit)
    cursor = min(end, characters.count)
  }

  private mutating func apply(_ edit: TextEdit) {
    characters.replaceSubrange(edit.start..<edit.start + edit.removed.count, with: edit.inserted)
    cursor = edit.start + edit.inserted.count
    goalColumn = nil
    prefill = nil
  }

  /// Replaces the whole text with that of another input, as one edit.
  mutating func replace(with other: TextInput) {
    history.endStep()
    if other.characters != characters { replace(0..<characters.count, with: other.text) }
    moveCursor(to: other.cursor)
  }

  private var startOfWord: Int {
    var index = cursor
    while index > 0, characters[index - 1].isWhitespace { index -= 1 }
    while index > 0, !characters[index - 1].isWhitespace { index -= 1 }
    return index
  }

  private var endOfWord: Int {
    var index = cursor
    while index < characters.count, characters[index].isWhitespace { index += 1 }
    while index < characters.count, !characters[index].isWhitespace { index += 1 }
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

// MARK: - Undo

extension TextInput {
  var canUndo: Bool { history.canUndo }
  var canRedo: Bool { history.canRedo }

  /// Undoes the last edit: a word that was typed, characters that were deleted one by one, or a paste.
  mutating func undo() { if let edit = history.undo() { apply(edit) } }

  mutating func redo() { if let edit = history.redo() { apply(edit) } }
}
