import CNcurses

/// What ncurses reports for a press, or for a part of one.
enum InputEvent: Hashable {
  case byte(UInt8)
  /// A key that it recognised, by its number.
  case key(Int32)
  /// A key of the terminal's own that has only a name.
  case named(String)
}

extension InputEvent {
  /// What `curses_read` returned; `nil` where there was nothing.
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
