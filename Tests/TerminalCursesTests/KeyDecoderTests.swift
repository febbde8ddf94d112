import Terminal
import TestSupport
import Testing

@testable import TerminalCurses

@Suite struct KeyDecoderTests {
  @Test(arguments: [
    ("j", Key.character("j")), ("J", .character("J")), (" ", .character(" ")), ("~", .character("~")),
    ("é", .character("é")), ("麦", .character("麦")), ("🍺", .character("🍺")),
    ("\u{1}", .control("a")), ("\u{3}", .control("c")), ("\u{1A}", .control("z")), ("\u{0}", .control(" ")),
    ("\u{1C}", .control("\\")), ("\u{1F}", .control("_")),
    ("\u{8}", Key(.backspace)), ("\u{7F}", Key(.backspace)), ("\t", Key(.tab)), ("\r", Key(.enter)),
    ("\n", Key(.enter)), ("\u{1B}", Key(.escape)),
  ])
  func bytesAreDecodedAsKeys(bytes: String, key: Key) {
    #expect(keys(bytes) == [key])
  }

  @Test(arguments: [
    ("\u{1B}x", Key(.character("x"), .alt)), ("\u{1B}é", Key(.character("é"), .alt)),
    ("\u{1B}\r", Key(.enter, .alt)), ("\u{1B}\u{7F}", Key(.backspace, .alt)),
    ("\u{1B}\u{1}", Key(.character("a"), [.alt, .control])), ("\u{1B}[", Key(.character("["), .alt)),
    ("\u{1B}O", Key(.character("O"), .alt)),
  ])
  func anEscapeAndAKeyTogetherAreAlt(bytes: String, key: Key) {
    #expect(keys(bytes) == [key])
  }

  @Test func anEscapeAndAKeyOneAfterTheOtherAreTwoKeys() {
    var decoder = KeyDecoder()
    #expect(decoder.keys(for: events("\u{1B}")) == [Key(.escape)])
    #expect(decoder.keys(for: events("x")) == [.character("x")])
  }

  @Test func twoEscapesAreTwoKeys() {
    #expect(keys("\u{1B}\u{1B}") == [Key(.escape), Key(.escape)])
  }

  @Test func altAffectsOnlyTheNextKey() {
    #expect(keys("\u{1B}xy") == [Key(.character("x"), .alt), .character("y")])
    var decoder = KeyDecoder()
    #expect(
      decoder.keys(for: [.byte(0x1B), .key(0o403)] + events("y")) == [Key(.up, .alt), .character("y")])
  }

  @Test(arguments: [
    ("\u{1B}[1;2A", Key(.up, .shift)), ("\u{1B}[1;2B", Key(.down, .shift)),
    ("\u{1B}[1;2C", Key(.right, .shift)),
    ("\u{1B}[1;2D", Key(.left, .shift)), ("\u{1B}[1;5A", Key(.up, .control)),
    ("\u{1B}[1;3B", Key(.down, .alt)),
    ("\u{1B}[1;8H", Key(.home, [.shift, .alt, .control])), ("\u{1B}[A", Key(.up)), ("\u{1B}OB", Key(.down)),
    ("\u{1B}[Z", Key(.backTab)), ("\u{1B}[3~", Key(.delete)), ("\u{1B}[5;2~", Key(.pageUp, .shift)),
    ("\u{1B}[15~", Key(.function(5))), ("\u{1B}OP", Key(.function(1))),
    // F2 of xterm and tmux, with Shift, of rxvt and of the Linux console; F5 of the console.
    ("\u{1B}OQ", Key(.function(2))), ("\u{1B}[1;2Q", Key(.function(2), .shift)),
    ("\u{1B}[12~", Key(.function(2))), ("\u{1B}[[B", Key(.function(2))), ("\u{1B}[[E", Key(.function(5))),
    ("\u{1B}[24~", Key(.function(12))),
  ])
  func sequencesThatNcursesLeavesAreKeys(bytes: String, key: Key) {
    #expect(keys(bytes) == [key])
  }

  /// tmux sends them like this in keypad mode, but its terminfo entry does not have them.
  @Test(arguments: [
    ("M", Key(.enter)), ("X", .character("=")), ("j", .character("*")), ("k", .character("+")),
    ("m", .character("-")), ("o", .character("/")),
  ])
  func keypadEnterAndOperatorsAreKeys(letter: String, key: Key) {
    #expect(keys("\u{1B}O\(letter)abc") == [key, .character("a"), .character("b"), .character("c")])
    #expect(keys("\u{1B}[\(letter)") != [key])
  }

  @Test(arguments: [
    "\u{1B}[<0;3;4M", "\u{1B}[?1;2c", "\u{1B}[I", "\u{1B}[201~", "\u{1B}[1;2;3A", "\u{1B}[99~",
    "\u{1B}[27;5;9~",
    "\u{1B}[99999999999999999999A", "\u{1B}[1;-9223372036854775808a", "\u{1B}Oq", "\u{1B}[[Q",
  ])
  func unknownSequencesAreIgnoredCompletely(bytes: String) {
    #expect(keys(bytes + "j") == [.character("j")])
  }

  @Test func aSequenceCutInTwoIsStillOneKey() {
    var decoder = KeyDecoder()
    #expect(decoder.keys(for: events("\u{1B}[1;")) == [])
    #expect(decoder.keys(for: events("2Aj")) == [Key(.up, .shift), .character("j")])
    #expect(decoder.keys(for: events("\u{1B}[[")) == [])
    #expect(decoder.keys(for: events("Bj")) == [Key(.function(2)), .character("j")])
  }

  @Test func anEndlessSequenceEnds() {
    let pressed = keys("\u{1B}[" + String(repeating: "1", count: 1_000) + "q")
    #expect(pressed.count > 900 && pressed.last == .character("q"))
  }

  @Test func anEscapeEndsASequenceThatWillNotBeFinished() {
    var decoder = KeyDecoder()
    #expect(decoder.keys(for: events("\u{1B}[1")) == [])
    #expect(decoder.keys(for: events("\u{1B}")) == [Key(.escape)])
    #expect(decoder.keys(for: events("j")) == [.character("j")])
  }

  @Test func anEscapeBeforeInvalidBytesIsNotAlt() {
    var decoder = KeyDecoder()
    #expect(decoder.keys(for: [.byte(0x1B), .byte(0xFF)]) == [])
    #expect(decoder.keys(for: events("j")) == [.character("j")])
  }

  @Test func aCharacterCutInTwoIsStillOneKey() {
    var decoder = KeyDecoder()
    let bytes = events("麦")
    #expect(decoder.keys(for: Array(bytes[..<2])) == [])
    #expect(decoder.keys(for: Array(bytes[2...])) == [.character("麦")])
  }

  @Test(
    arguments: [
      [0xFF], [0x80], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE9, 0xBA],
      [0xF4, 0x90, 0x80, 0x80], [0xC2, 0x9B],
    ] as [[UInt8]])
  func invalidBytesAndC1AreIgnored(bytes: [UInt8]) {
    var decoder = KeyDecoder()
    let events = bytes.map(InputEvent.byte) + [.byte(UInt8(ascii: "q"))]
    #expect(decoder.keys(for: events) == [.character("q")])
  }

  @Test func scalarsThatArriveTogetherFormOneCharacter() {
    #expect(keys("e\u{301}👩‍🚀x") == [.character("e\u{301}"), .character("👩‍🚀"), .character("x")])
  }

  @Test func keysKeepTheirOrder() {
    var decoder = KeyDecoder()
    let pressed = decoder.keys(for: events("ab") + [.key(0o402)] + events("c\u{1}") + [.named("kUP5")])
    #expect(
      pressed == [
        .character("a"), .character("b"), Key(.down), .character("c"), .control("a"), Key(.up, .control),
      ])
  }

  @Test func noInputTraps() {
    var random = Seeds.generator(42)
    var decoder = KeyDecoder()
    let common: [UInt8] = [0x1B, 0x5B, 0x4F, 0x3B, 0x31, 0x32, 0x41, 0x7E, 0xC3, 0xA9]
    for _ in 0..<5_000 {
      let events = (0..<Int.random(in: 0...12, using: &random)).map { _ -> InputEvent in
        switch Int.random(in: 0...5, using: &random) {
        case 0: .key(.random(in: 0o400...0o1000, using: &random))
        case 1: .byte(.random(in: 0...255, using: &random))
        default: .byte(common.randomElement(using: &random) ?? 0x1B)
        }
      }
      let pressed = decoder.keys(for: events)
      #expect(pressed.count <= events.count + 40, "\(events)")
    }
  }

  private func keys(_ bytes: String) -> [Key] {
    var decoder = KeyDecoder()
    return decoder.keys(for: events(bytes))
  }
}

extension KeyDecoder {
  /// The keys alone.
  mutating func keys(for events: [InputEvent]) -> [Key] {
    inputs(for: events).compactMap { if case .key(let key) = $0 { key } else { nil } }
  }
}
