import Terminal
import TestSupport
import Testing

@testable import TerminalCurses

/// Answers of the terminal are recognized however they arrive, and keys next to them are kept.
@Suite struct TerminalReplyTests {
  private static let answers =
    "\u{1B}]11;rgb:1c1c/2020/ffff\u{1B}\\" + "\u{1B}_Gi=31;OK\u{1B}\\" + "\u{1B}[6;20;10t"
    + "\u{1B}[?1;0;256S"
    + "\u{1B}[?64;1;2;4;6;9;15;16;17;18;21;22;28c"
  private static let replies: [TerminalReply] = [
    .background(.rgb(red: 0x1C, green: 0x20, blue: 0xFF)), .kittyGraphics(true),
    .cellSize(Size(width: 10, height: 20)), .sixelColors(256),
    .attributes([64, 1, 2, 4, 6, 9, 15, 16, 17, 18, 21, 22, 28]),
  ]

  private func expecting() -> KeyDecoder {
    var decoder = KeyDecoder()
    decoder.expectReplies(until: .now + .seconds(60))
    return decoder
  }

  private func replies(_ inputs: [TerminalInput]) -> [TerminalReply] {
    inputs.compactMap { if case .reply(let reply) = $0 { reply } else { nil } }
  }

  private func keys(_ inputs: [TerminalInput]) -> [Key] {
    inputs.compactMap { if case .key(let key) = $0 { key } else { nil } }
  }

  @Test func answersAreNotKeys() {
    var decoder = expecting()
    let inputs = decoder.inputs(for: events(Self.answers))
    #expect(replies(inputs) == Self.replies)
    #expect(keys(inputs).isEmpty)
  }

  @Test func answersAreRecognizedWhereverTheyAreCut() {
    let all = events(Self.answers)
    for first in 0...all.count {
      var decoder = expecting()
      let inputs = decoder.inputs(for: Array(all[..<first])) + decoder.inputs(for: Array(all[first...]))
      #expect(replies(inputs) == Self.replies, "cut at \(first)")
      #expect(keys(inputs).isEmpty, "cut at \(first)")
    }
  }

  @Test func answersAreRecognizedByteByByte() {
    var decoder = expecting()
    let inputs = events(Self.answers).flatMap { decoder.inputs(for: [$0]) }
    #expect(replies(inputs) == Self.replies)
    #expect(keys(inputs).isEmpty)
  }

  @Test func keysBetweenAnswersAreKept() {
    var decoder = expecting()
    let inputs = decoder.inputs(
      for: events("j\u{1B}]11;rgb:0/0/0\u{7}麦") + [.key(0o402)] + events("\u{1B}[?6cq"))
    #expect(replies(inputs) == [.background(.rgb(red: 0, green: 0, blue: 0)), .attributes([6])])
    #expect(keys(inputs) == [.character("j"), .character("麦"), Key(.down), .character("q")])
  }

  @Test func lateAnswersAreNotKeys() {
    var decoder = KeyDecoder()
    let inputs = decoder.inputs(for: events(Self.answers))
    #expect(replies(inputs) == Self.replies)
    #expect(keys(inputs).isEmpty)
  }

  @Test func noAnswerIsExpectedAfterTheLastOne() {
    var decoder = expecting()
    #expect(decoder.expectsReplies(at: .now))
    _ = decoder.inputs(for: events("\u{1B}[?1;2c"))
    #expect(!decoder.expectsReplies(at: .now))
    #expect(keys(decoder.inputs(for: events("\u{1B}"))) == [Key(.escape)])
  }

  @Test func anEscapeKeyBeforeAnAnswerIsKept() {
    var decoder = expecting()
    let inputs = decoder.inputs(for: events("\u{1B}")) + decoder.inputs(for: events("\u{1B}[?1;2c"))
    #expect(keys(inputs) == [Key(.escape)])
    #expect(replies(inputs) == [.attributes([1, 2])])
  }

  @Test func anEscapeKeyAndALaterKeyAreTwoKeysIfNothingIsAnswered() {
    var decoder = expecting()
    let inputs = decoder.inputs(for: events("\u{1B}")) + decoder.inputs(for: events("j"))
    #expect(keys(inputs) == [Key(.escape), .character("j")])
  }

  @Test func escapeIsImmediateWhenNothingWasAnsweredForLong() {
    var decoder = KeyDecoder()
    let start = ContinuousClock.now
    decoder.expectReplies(until: start + .seconds(1))
    #expect(keys(decoder.inputs(for: events("\u{1B}"), at: start + .seconds(2))) == [Key(.escape)])
  }

  @Test func altAndABracketAreStillAKey() {
    var decoder = KeyDecoder()
    #expect(keys(decoder.inputs(for: events("\u{1B}]"))) == [Key(.character("]"), .alt)])
    #expect(keys(decoder.inputs(for: events("\u{1B}_"))) == [Key(.character("_"), .alt)])
  }

  @Test(arguments: ["\u{1B}]11;", "\u{1B}_G"])
  func anEndlessAnswerEnds(beginning: String) {
    var decoder = expecting()
    let first = decoder.inputs(for: events(beginning + String(repeating: "x", count: 2_000)))
    #expect(keys(first).count > 1_000)
    #expect(keys(decoder.inputs(for: events("q"))) == [.character("q")])
  }

  /// The beginning of an answer, and keys that someone types after it.
  @Test(arguments: [("\u{1B}]11;rgb:1c", "jq"), ("\u{1B}]11;", "ab"), ("\u{1B}_Gi=31", "jq")])
  func withoutAQuestionTheBeginningOfAnAnswerTakesNoKeys(beginning: String, typed: String) {
    var decoder = KeyDecoder()
    _ = decoder.inputs(for: events(beginning))
    #expect(keys(decoder.inputs(for: events(typed))) == typed.map { .character($0) })
  }

  @Test(arguments: [("\u{1B}]11;rgb:1c", "ab"), ("\u{1B}]11;", "ab"), ("\u{1B}_Gi=31", "jq")])
  func anAnswerThatIsNotFinishedTakesKeysForALimitedTime(beginning: String, typed: String) {
    var decoder = expecting()
    let start = ContinuousClock.now
    #expect(decoder.inputs(for: events(beginning), at: start).isEmpty)
    let late = decoder.inputs(for: events(typed), at: start + KeyDecoder.maxReplyDuration)
    #expect(keys(late) == typed.map { .character($0) })
  }

  @Test func theTimeOfAnUnfinishedAnswerIsCountedFromItsBeginning() {
    var decoder = expecting()
    let start = ContinuousClock.now
    let steps = 10
    for step in 0..<steps {
      let time = start + KeyDecoder.maxReplyDuration * step / steps
      #expect(decoder.inputs(for: events(step == 0 ? "\u{1B}]11;" : "a"), at: time).isEmpty)
    }
    #expect(
      keys(decoder.inputs(for: events("a"), at: start + KeyDecoder.maxReplyDuration)) == [.character("a")])
  }

  @Test func anAnswerCanArriveInPiecesAfterTheTimeForAllAnswers() {
    var decoder = KeyDecoder()
    let start = ContinuousClock.now
    decoder.expectReplies(until: start + .seconds(1))
    let first = decoder.inputs(for: events("\u{1B}]11;rgb:ff/"), at: start + .seconds(3))
    let second = decoder.inputs(for: events("ff/ff\u{7}j"), at: start + .milliseconds(3_100))
    #expect(first.isEmpty)
    #expect(replies(second) == [.background(.rgb(red: 255, green: 255, blue: 255))])
    #expect(keys(second) == [.character("j")])
  }

  @Test func aKeyThatCannotBelongToAnAnswerEndsIt() {
    var decoder = expecting()
    #expect(decoder.inputs(for: events("\u{1B}]11;rgb:1c")).isEmpty)
    #expect(keys(decoder.inputs(for: events("jk"))) == [.character("j"), .character("k")])
  }

  @Test(arguments: [
    "\u{1B}]11;#ffffff\u{7}", "\u{1B}]11;rgb:12345/0/0\u{7}", "\u{1B}]11;rgb:-1/0/0\u{7}",
    "\u{1B}]11;rgb:0/0\u{7}",
    "\u{1B}]11;\u{7}", "\u{1B}_Gi=7;OK\u{1B}\\", "\u{1B}_G\u{1B}\\", "\u{1B}[6;0;0t", "\u{1B}[6;9999;10t",
    "\u{1B}[8;24;80t", "\u{1B}[?1;3;0S",
  ])
  func answersThatCannotBeReadAreIgnored(bytes: String) {
    var decoder = expecting()
    #expect(decoder.inputs(for: events(bytes + "j")) == [.key(.character("j"))])
  }

  @Test(arguments: [
    ("rgb:f/0/8", Color.rgb(red: 255, green: 0, blue: 136)),
    ("rgb:ff/00/80", .rgb(red: 255, green: 0, blue: 128)),
    ("rgba:ffff/0000/8080/ffff", .rgb(red: 255, green: 0, blue: 128)),
  ])
  func componentsHaveOneToFourDigits(text: String, color: Color) {
    #expect(TerminalReply(string: "]11;" + text) == .background(color))
  }

  @Test func anErrorMeansThatThereAreNoGraphics() {
    #expect(TerminalReply(string: "_Gi=31;ENOSYS:no pictures") == .kittyGraphics(false))
  }

  @Test func noInputTraps() {
    var random = Seeds.generator(43)
    var decoder = expecting()
    let common = Array("\u{1B}]11;_Grgb:/0f?ct\\\u{7}[;6i=31OK".utf8)
    for _ in 0..<5_000 {
      let events = (0..<Int.random(in: 0...12, using: &random)).map { _ -> InputEvent in
        .byte(common.randomElement(using: &random) ?? 0x1B)
      }
      _ = decoder.inputs(for: events)
    }
    let inputs = decoder.inputs(for: events("\u{7}\u{1B}\\" + Self.answers + "q"))
    #expect(inputs.last == .key(.character("q")))
  }
}

/// Which terminals are asked, and what.
@Suite struct TerminalQueriesTests {
  private func queries(_ type: String, _ variables: [String: String] = [:]) -> TerminalQueries {
    TerminalQueries(type: type) { variables[$0] }
  }

  @Test(arguments: [
    "xterm-256color", "xterm-kitty", "foot", "rxvt-unicode-256color", "alacritty", "st-256color",
  ])
  func terminalsAreAskedForTheirAttributesLast(type: String) {
    let queries = queries(type)
    #expect(queries.text?.contains("]11;?") == true && queries.text?.contains("_Gi=31,") == true)
    #expect(queries.text?.hasSuffix("\u{1B}[c") == true)
    #expect(!queries.isMultiplexed)
  }

  @Test(arguments: ["", "dumb", "linux", "linux-16color", "vt100", "eterm-color", "sun-color", "cons25"])
  func terminalsThatPrintQuestionsAreNotAsked(type: String) {
    #expect(queries(type).text == nil)
  }

  @Test(arguments: [("tmux-256color", [:]), ("screen-256color", ["TMUX": "/tmp/tmux,1,0"])])
  func tmuxIsNotAskedForKittysGraphics(type: String, variables: [String: String]) {
    let queries = queries(type, variables)
    #expect(queries.text?.contains("]11;?") == true && queries.text?.contains("_G") == false)
    #expect(queries.isMultiplexed && !queries.isScreen)
  }

  @Test(arguments: [("screen-256color", [:]), ("xterm-256color", ["STY": "1.pts-0.host"])])
  func screenIsNotAsked(type: String, variables: [String: String]) {
    let queries = queries(type, variables)
    #expect(queries.text == nil && queries.isMultiplexed && queries.isScreen)
  }
}
