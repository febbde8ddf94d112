import CNcurses

/// An input event of ncurses: a key, or a byte of one.
enum InputEvent: Hashable {
  case byte(UInt8)
  /// A key with a number.
  case key(Int32)
  /// A key with only a terminfo name.
  case named(String)
}

extension InputEvent {
  /// Creates an event from the result of `curses_read`; `nil` if there was no input.
  init?(number: Int32) {
    if number < 0 { return nil }
    if number < 0x100 {
      self = .byte(UInt8(number))
    } else if let name = curses_key_name(number) {
      self = .named(String(cString: name))
    } else {
      self = .key(number)
    }
  }

  var byte: UInt8? {
    if case .byte(let byte) = self { byte } else { nil }
  }
}
