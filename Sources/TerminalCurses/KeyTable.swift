import CNcurses
import Terminal

/// The keys that ncurses recognizes, by its numbers and names.
enum KeyTable {
  /// Returns the key for a number; `nil` if it is not a key press.
  static func key(number: Int32) -> Key? {
    if let key = numbered[number] { return key }
    let function = Int(number - KEY_F0)
    return 1...60 ~= function ? functionKey(function) : nil
  }

  /// Returns the key for a terminfo name: `kUP5` is Up with xterm's modifier 5, `kUP` with Shift.
  static func key(name: String) -> Key? {
    if let keypadOperator = keypadOperators[name] { return .character(keypadOperator) }
    guard let base = named.first(where: { name.hasPrefix($0.prefix) }) else { return nil }
    let suffix = name.dropFirst(base.prefix.count)
    guard let parameter = suffix.isEmpty ? 2 : Int(suffix) else { return nil }
    return Key(base.code, modifiers(parameter))
  }

  /// xterm's modifier is 1 plus bits: 1 Shift, 2 Alt, 4 Control.
  static func modifiers(_ parameter: Int) -> Key.Modifiers {
    let bits = max(1, parameter) - 1
    var modifiers: Key.Modifiers = []
    if bits & 1 != 0 { modifiers.insert(.shift) }
    if bits & 2 != 0 { modifiers.insert(.alt) }
    if bits & 4 != 0 { modifiers.insert(.control) }
    return modifiers
  }

  /// In terminfo, F1 with Shift is F13, with Control F25, with both F37, with Alt F49.
  private static func functionKey(_ number: Int) -> Key {
    let modifiers: [Key.Modifiers] = [[], .shift, .control, [.shift, .control], .alt]
    return Key(.function((number - 1) % 12 + 1), modifiers[(number - 1) / 12])
  }

  private static let numbered: [Int32: Key] = [
    KEY_UP: Key(.up), KEY_DOWN: Key(.down), KEY_LEFT: Key(.left), KEY_RIGHT: Key(.right),
    KEY_HOME: Key(.home), KEY_END: Key(.end), KEY_PPAGE: Key(.pageUp), KEY_NPAGE: Key(.pageDown),
    KEY_IC: Key(.insert), KEY_DC: Key(.delete), KEY_BACKSPACE: Key(.backspace),
    KEY_ENTER: Key(.enter), KEY_BTAB: Key(.backTab),
    // Other names for these keys, and the corners of a numeric keypad.
    KEY_FIND: Key(.home), KEY_SELECT: Key(.end), KEY_LL: Key(.end),
    KEY_A1: Key(.home), KEY_A3: Key(.pageUp), KEY_C1: Key(.end), KEY_C3: Key(.pageDown),
    // With Shift; terminfo calls the vertical ones scrolling.
    KEY_SR: Key(.up, .shift), KEY_SF: Key(.down, .shift),
    KEY_SLEFT: Key(.left, .shift), KEY_SRIGHT: Key(.right, .shift),
    KEY_SHOME: Key(.home, .shift), KEY_SEND: Key(.end, .shift),
    KEY_SPREVIOUS: Key(.pageUp, .shift), KEY_SNEXT: Key(.pageDown, .shift),
    KEY_SIC: Key(.insert, .shift), KEY_SDC: Key(.delete, .shift),
  ]

  private static let named: [(prefix: String, code: Key.Code)] = [
    ("kUP", .up), ("kDN", .down), ("kLFT", .left), ("kRIT", .right), ("kHOM", .home), ("kEND", .end),
    ("kPRV", .pageUp), ("kNXT", .pageDown), ("kIC", .insert), ("kDC", .delete),
  ]

  /// The operators of a numeric keypad in application mode, without the comma, which PuTTY sends for the plus sign.
  private static let keypadOperators: [String: Character] = [
    "kpADD": "+", "kpDIV": "/", "kpMUL": "*", "kpSUB": "-",
  ]
}
