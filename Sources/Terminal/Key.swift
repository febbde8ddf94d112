/// A key press.
package struct Key: Hashable, Sendable {
  /// The key without its modifiers.
  package enum Code: Hashable, Sendable {
    /// A printable character. Shift is part of the character: `J`, not shift and `j`.
    case character(Character)
    /// An arrow key.
    case up, down, left, right
    /// A key that moves to an end or by a page.
    case home, end, pageUp, pageDown
    /// A key that edits; `backspace` deletes to the left, and `delete` to the right.
    case insert, delete, backspace
    /// Keys that terminals send as control characters; `backTab` is Shift-Tab, and has no modifier.
    case enter, escape, tab, backTab
    /// A function key; F1 is `function(1)`.
    case function(Int)
  }

  /// The keys that are held down.
  package struct Modifiers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Shift, only with keys that are not characters.
    package static let shift = Modifiers(rawValue: 1)
    /// Control; letters with it are lowercase.
    package static let control = Modifiers(rawValue: 2)
    /// Alt, or an Escape that arrived together with the key.
    package static let alt = Modifiers(rawValue: 4)
  }

  /// The key without its modifiers.
  package var code: Code
  /// The keys that are held down; empty for most key presses.
  package var modifiers: Modifiers

  package init(_ code: Code, _ modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  /// An unmodified printable character.
  package static func character(_ character: Character) -> Key { Key(.character(character)) }

  /// Control and a letter: `control("c")`.
  package static func control(_ letter: Character) -> Key { Key(.character(letter), .control) }
}
