import CNcurses
import Terminal

/// Decodes ncurses' input into keys, pastes, mouse events and answers of the terminal.
///
/// All pending input is decoded together, to distinguish Alt and a letter (an escape and the letter in one read) from
/// the Escape key. An incomplete sequence or character is kept until the rest arrives. While answers are expected, this
/// also applies to what may be the beginning of one. An answer that has begun is kept for a limited time, because a
/// terminal that does not finish it must not take keys from the user.
struct KeyDecoder {
  /// How long an answer may take from its beginning to its end.
  static let maxReplyDuration = Duration.seconds(1)
  private static let escape = InputEvent.byte(0x1B)

  private var inputs: [TerminalInput] = []
  private var text = ""
  private var isAlt = false
  private var characters = ScalarAssembler()
  private var unfinished: [InputEvent] = []
  /// The current paste; `nil` if there is none.
  private var pasteReader: PasteReader?
  /// The time until which answers of the terminal are expected; `nil` after the last one.
  private var replyDeadline: ContinuousClock.Instant?
  /// When the unfinished answer began; `nil` if the unfinished input is something else.
  private var replyStart: ContinuousClock.Instant?
  /// Whether the unfinished input is an escape alone.
  private var keepsEscape = false

  /// Expects answers of the terminal, until the last one or a time.
  mutating func expectReplies(until time: ContinuousClock.Instant) { replyDeadline = time }

  func expectsReplies(at time: ContinuousClock.Instant) -> Bool { replyDeadline.map { time < $0 } ?? false }

  /// Whether the terminal was asked and has not answered the last question, however long ago that was.
  private var awaitsReplies: Bool { replyDeadline != nil }

  mutating func inputs(
    for events: [InputEvent], at time: ContinuousClock.Instant = .now
  ) -> [TerminalInput] {
    if let replyStart, time - replyStart >= Self.maxReplyDuration {
      // The terminal will not finish it, and no one typed its beginning.
      unfinished = []
      self.replyStart = nil
    }
    let all = unfinished + events
    unfinished = []
    inputs = []
    var rest = all[...]
    if pasteReader?.isEnded(by: events, at: time) == true { endPaste() }
    while !rest.isEmpty {
      if pasteReader == nil, let event = rest.popFirst() { take(event, before: &rest, at: time) }
      if pasteReader?.take(from: &rest, at: time) == true { endPaste() }
    }
    endText()
    // An escape before invalid bytes does not belong to a later key.
    isAlt = isAlt && characters.isUnfinished
    return inputs
  }

  private mutating func take(
    _ event: InputEvent, before rest: inout ArraySlice<InputEvent>, at time: ContinuousClock.Instant
  ) {
    switch event {
    case Self.escape: takeEscape(before: &rest, at: time)
    case .byte(let byte) where byte < 0x20 || byte == 0x7F: add(controlKey(byte))
    case .byte(let byte): takeText(byte)
    case .key(let number): add(KeyTable.key(number: number))
    case .named(let name): add(KeyTable.key(name: name))
    }
  }

  private mutating func takeEscape(
    before rest: inout ArraySlice<InputEvent>, at time: ContinuousClock.Instant
  ) {
    let bytes = rest.prefix { $0.byte != nil }.compactMap(\.byte)
    let isAll = bytes.count == rest.count
    let wasKept = keepsEscape
    keepsEscape = false
    let started = replyStart
    replyStart = nil
    switch ReplyString.read(bytes) {
    // An answer is recognized even if it comes later than expected.
    case .complete(let text, let length):
      add(TerminalReply(string: text))
      rest = rest.dropFirst(length)
      return
    case .malformed(let length) where awaitsReplies:
      rest = rest.dropFirst(length)
      return
    case .unfinished where awaitsReplies:
      if isAll {
        replyStart = started ?? time
        keep(&rest)
      } else {
        rest = rest.dropFirst(bytes.count)
      }
      return
    case .undecided where isAll && expectsReplies(at: time):
      keepsEscape = rest.isEmpty
      keep(&rest)
      return
    case .malformed, .unfinished, .undecided, .other: break
    }
    switch rest.first {
    case nil, Self.escape: add(Key(.escape))
    case .byte(UInt8(ascii: "[")) where rest.count == 1 && expectsReplies(at: time): keep(&rest)
    // The escape was a key, and the next key came after it.
    case .some(let next) where wasKept && next != .byte(UInt8(ascii: "[")): add(Key(.escape))
    case .byte(UInt8(ascii: "[")) where rest.count > 1, .byte(UInt8(ascii: "O")) where rest.count > 1:
      takeSequence(from: &rest, at: time)
    default:
      endText()
      isAlt = true
    }
  }

  /// Keeps an escape and all that follows it until more arrives.
  private mutating func keep(_ rest: inout ArraySlice<InputEvent>) {
    unfinished = [Self.escape] + rest
    rest = []
  }

  /// Reads the rest of a sequence after `ESC [` or `ESC O`.
  private mutating func takeSequence(
    from rest: inout ArraySlice<InputEvent>, at time: ContinuousClock.Instant
  ) {
    let bytes = rest.prefix { $0.byte != nil }.compactMap(\.byte).dropFirst()
    let followsO = rest.first == .byte(UInt8(ascii: "O"))
    switch ControlSequence.read(bytes) {
    case .complete(let sequence, let length) where followsO:
      add(sequence.keyAfterO)
      rest = rest.dropFirst(1 + length)
    case .complete(let sequence, let length) where sequence.announcesMouseBytes:
      takeMouse(bytes.dropFirst(length), from: &rest, after: 1 + length)
    case .complete(let sequence, let length) where sequence.beginsPaste:
      add(nil as Key?)
      pasteReader = PasteReader(at: time)
      rest = rest.dropFirst(1 + length)
    case .complete(let sequence, let length):
      if let reply = TerminalReply(sequence) {
        add(reply)
      } else if let report = MouseReport(sequence) {
        add(report)
      } else {
        add(sequence.key)
      }
      rest = rest.dropFirst(1 + length)
    case .malformed(let length):
      rest = rest.dropFirst(1 + length)
    case .unfinished:
      if rest.count == bytes.count + 1 { unfinished = [Self.escape] + rest }
      rest = rest.dropFirst(1 + bytes.count)
    }
  }

  /// Reads a mouse report in the older form, if all of its bytes have arrived.
  private mutating func takeMouse(
    _ bytes: ArraySlice<UInt8>, from rest: inout ArraySlice<InputEvent>, after length: Int
  ) {
    guard bytes.count >= MouseReport.byteCount else {
      unfinished = [Self.escape] + rest
      rest = []
      return
    }
    add(MouseReport(bytes: bytes.prefix(MouseReport.byteCount)))
    rest = rest.dropFirst(length + MouseReport.byteCount)
  }

  private mutating func endPaste() {
    if let pasteReader { inputs.append(.paste(pasteReader.paste)) }
    pasteReader = nil
  }

  private mutating func add(_ reply: TerminalReply?) {
    add(nil as Key?)
    guard let reply else { return }
    inputs.append(.reply(reply))
    if case .attributes = reply { replyDeadline = nil }
  }

  private mutating func add(_ report: MouseReport) {
    add(nil as Key?)
    if let event = report.event { inputs.append(.mouse(event)) }
  }

  private mutating func takeText(_ byte: UInt8) {
    guard let scalar = characters.take(byte), scalar.properties.generalCategory != .control else { return }
    if isAlt {
      add(.character(Character(scalar)))
    } else {
      text.unicodeScalars.append(scalar)
    }
  }

  private func controlKey(_ byte: UInt8) -> Key {
    switch byte {
    case 0x08, 0x7F: Key(.backspace)
    case 0x09: Key(.tab)
    case 0x0A, 0x0D: Key(.enter)
    case 0x00: .control(" ")
    case 0x01...0x1A: .control(Character(Unicode.Scalar(byte + 0x60)))
    default: .control(Character(Unicode.Scalar(byte + 0x40)))
    }
  }

  private mutating func add(_ key: Key?) {
    endText()
    characters.discard()
    defer { isAlt = false }
    guard var key else { return }
    if isAlt { key.modifiers.insert(.alt) }
    inputs.append(.key(key))
  }

  /// Combines scalars that arrived together into characters.
  private mutating func endText() {
    inputs += text.map { .key(.character($0)) }
    text = ""
  }
}

// MARK: - Characters

/// Assembles scalars from bytes of UTF-8 that arrive one by one; invalid bytes are dropped.
private struct ScalarAssembler {
  private var bytes: [UInt8] = []
  private var length = 0

  var isUnfinished: Bool { !bytes.isEmpty }

  /// Adds a byte, and returns the scalar that it completes; `nil` if it is incomplete.
  mutating func take(_ byte: UInt8) -> Unicode.Scalar? {
    if byte & 0xC0 != 0x80 { begin(with: byte) } else if !bytes.isEmpty { bytes.append(byte) }
    guard !bytes.isEmpty, bytes.count == length else { return nil }
    defer { discard() }
    return String(validating: bytes, as: UTF8.self)?.unicodeScalars.first
  }

  /// Discards an incomplete character.
  mutating func discard() { bytes = [] }

  private mutating func begin(with byte: UInt8) {
    length =
      switch byte {
      case 0x00..<0x80: 1
      case 0xC2..<0xE0: 2
      case 0xE0..<0xF0: 3
      case 0xF0..<0xF5: 4
      default: 0
      }
    bytes = length > 0 ? [byte] : []
  }
}

// MARK: - Events

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
