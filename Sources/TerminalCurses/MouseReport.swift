import Terminal

/// A mouse report of a terminal.
///
/// Source: "Mouse Tracking" in xterm's ctlseqs.
struct MouseReport {
  private static let shift = 4
  private static let motion = 32
  private static let wheel = 64

  /// Bits 0 and 1 name the button, 2 to 4 Shift, Alt and Control; then motion and wheel.
  let button: Int
  /// The position, from 1.
  let column: Int
  let row: Int
  let isRelease: Bool

  /// The mouse event; `nil` with Shift, which is for the terminal's selection.
  var event: MouseEvent? {
    guard button & Self.shift == 0, column > 0, row > 0 else { return nil }
    let point = Point(column: column - 1, row: row - 1)
    let number = button & 3
    if button & Self.wheel != 0 {
      return number > 1 ? nil : MouseEvent(number == 0 ? .wheelUp : .wheelDown, at: point)
    }
    if isRelease { return MouseEvent(.release, at: point) }
    guard number == 0 else { return nil }
    return MouseEvent(button & Self.motion != 0 ? .drag : .press(clicks: 1), at: point)
  }
}

extension MouseReport {
  /// The form with numbers (mode 1006): `ESC [ < button ; column ; row M`, and `m` for a release.
  init?(_ sequence: ControlSequence) {
    guard sequence.parameters.first == "<", sequence.final == "M" || sequence.final == "m" else { return nil }
    let numbers = sequence.parameters.dropFirst().split(separator: ";").compactMap { Int($0) }
    guard numbers.count == 3 else { return nil }
    button = numbers[0]
    column = numbers[1]
    row = numbers[2]
    isRelease = sequence.final == "m"
  }

  /// The older form: three bytes after `ESC [ M`, each 32 more than its number; a release has no button.
  init(bytes: some Collection<UInt8>) {
    let numbers = bytes.map { Int($0) - 32 }
    button = numbers[0]
    column = numbers[1]
    row = numbers[2]
    isRelease = button & 3 == 3 && button & Self.wheel == 0 && button & Self.motion == 0
  }

  static let byteCount = 3
}

extension ControlSequence {
  /// Whether a report in the older form follows.
  var announcesMouseBytes: Bool { parameters.isEmpty && final == "M" }
}
