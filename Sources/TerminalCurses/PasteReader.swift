import Terminal

/// Puts together what a terminal sends between the beginning and the end of a paste.
///
/// It ends with `ESC [ 201 ~` alone: whatever else is in it is text, and a silence may be that of a slow line. So that an
/// end which got lost does not keep the keyboard for ever, a paste is left for a key that comes by itself after a
/// silence; a rest of the paste comes in larger pieces.
struct PasteReader {
  /// One that is longer is not kept.
  static let mostBytes = 1 << 20
  private static let silence = Duration.seconds(1)
  /// No key takes more.
  private static let mostEventsOfKey = 8
  private static let end = Array("\u{1B}[201~".utf8)

  private var bytes: [UInt8] = []
  private var isTooLong = false
  /// How many bytes of the end have just come.
  private var matched = 0
  private var last: ContinuousClock.Instant

  /// - Parameter time: When its beginning came.
  init(at time: ContinuousClock.Instant) { last = time }

  /// What has come so far.
  var paste: Paste { isTooLong ? .tooLong : .text(PastedText.text(of: bytes)) }

  /// Whether these are a key that somebody has pressed because the end is not coming.
  func isLeft(by events: [InputEvent], at time: ContinuousClock.Instant) -> Bool {
    guard let first = events.first, events.count <= Self.mostEventsOfKey, time - last >= Self.silence,
      matched == 0 || first != .byte(Self.end[matched])
    else { return false }
    var decoder = KeyDecoder()
    return decoder.inputs(for: events, at: time).count == 1
  }

  /// Takes what belongs to it; returns whether its end has come.
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
    // What ncurses takes for a key is a control character or a sequence, and no text.
    if matched == 0, case .byte(let byte) = event { keep([byte]) }
    return false
  }

  private mutating func keep(_ more: some Collection<UInt8>) {
    isTooLong = isTooLong || bytes.count + more.count > Self.mostBytes
    if isTooLong { bytes = [] } else { bytes += more }
  }
}

extension ControlSequence {
  /// Whether what follows is pasted (mode 2004 of xterm's ctlseqs).
  var beginsPaste: Bool { parameters == "200" && final == "~" }
}

/// What may be in a pasted text: the same as can be typed, line ends and tabs.
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
