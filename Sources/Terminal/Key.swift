/// A key press.
package struct Key: Hashable, Sendable {
  package enum Code: Hashable, Sendable {
    /// A printable character. Shift is part of the character: `J`, not shift and `j`.
    case character(Character)
    case up, down, left, right
    case home, end, pageUp, pageDown
    case insert, delete, backspace
    case enter, escape, tab, backTab
    /// A function key; F1 is `function(1)`.
    case function(Int)
  }

  package struct Modifiers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let shift = Modifiers(rawValue: 1)
    package static let control = Modifiers(rawValue: 2)
    package static let alt = Modifiers(rawValue: 4)
  }

  package var code: Code
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
