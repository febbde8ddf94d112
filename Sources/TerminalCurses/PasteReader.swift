import Terminal

/// Collects the text between the beginning and the end of a paste.
///
/// A paste ends only with `ESC [ 201 ~`: everything else is text, and a pause may be caused by a slow connection. If the
/// end is lost, a single key after a pause ends the paste, because the rest of a paste arrives in larger pieces.
struct PasteReader {
  /// The longest paste to keep, in bytes.
  static let maxBytes = 1 << 20
  private static let silence = Duration.seconds(1)
  /// The largest number of events of one key.
  private static let maxEventsPerKey = 8
  private static let end = Array("\u{1B}[201~".utf8)

  private var bytes: [UInt8] = []
  private var isTooLong = false
  /// The number of bytes of the end mark that have arrived.
  private var matched = 0
  private var last: ContinuousClock.Instant

  /// Creates a reader for a paste that has just begun.
  ///
  /// - Parameter time: The time at which the paste began.
  init(at time: ContinuousClock.Instant) { last = time }

  /// The text so far.
  var paste: Paste { isTooLong ? .tooLong : .text(PastedText.text(of: bytes)) }

  /// Returns whether the input is a key that was pressed after the end of the paste was lost.
  func isEnded(by events: [InputEvent], at time: ContinuousClock.Instant) -> Bool {
    guard let first = events.first, events.count <= Self.maxEventsPerKey, time - last >= Self.silence,
      matched == 0 || first != .byte(Self.end[matched])
    else { return false }
    var decoder = KeyDecoder()
    return decoder.inputs(for: events, at: time).count == 1
  }

  /// Adds input; returns whether the paste has ended.
  mutating func take(from events: inout ArraySlice<InputEvent>, at time: ContinuousClock.Instant) -> Bool {
    if !events.isEmpty { last = time }
    while let event = events.popFirst() {
      if take(event) { return true }
    }
    return false
  }

  private mutating func take(_ event: InputEvent) -> Bool {
    if event == .byte(Self.end[matched]) {
      matched += 1
      return matched == Self.end.count
    }
    keep(Self.end[..<matched])
    matched = event == .byte(Self.end[0]) ? 1 : 0
    // Input that ncurses reads as a key is not text.
    if matched == 0, case .byte(let byte) = event { keep([byte]) }
    return false
  }

  private mutating func keep(_ more: some Collection<UInt8>) {
    isTooLong = isTooLong || bytes.count + more.count > Self.maxBytes
    if isTooLong { bytes = [] } else { bytes += more }
  }
}

extension ControlSequence {
  /// Whether this begins a paste (mode 2004 of xterm's ctlseqs).
  var beginsPaste: Bool { parameters == "200" && final == "~" }
}

/// Keeps the characters that can be typed, line ends and tabs.
private enum PastedText {
  static func text(of bytes: [UInt8]) -> String {
    var text = String.UnicodeScalarView()
    var last: Unicode.Scalar?
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "\n" where last == "\r": break
      case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": text.append("\n")
      case "\t": text.append("\t")
      default: if scalar.properties.generalCategory != .control { text.append(scalar) }
      }
      last = scalar
    }
    return String(text)
  }
}
