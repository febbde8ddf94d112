import Terminal
import Testing

@testable import TerminalCurses

/// What is pasted, as terminals mark it.
@Suite struct PasteTests {
  private let start = ContinuousClock.now

  private func key(_ character: Character) -> TerminalInput { .key(.character(character)) }

  @Test func textBetweenTheMarksIsOnePaste() {
    #expect(
      inputs("a\u{1B}[200~dd/麦🍺\u{1B}[201~b") == [key("a"), .paste(.text("dd/麦🍺")), key("b")])
    #expect(inputs("\u{1B}[200~\u{1B}[201~") == [.paste(.text(""))])
    #expect(
      inputs("\u{1B}[200~1\u{1B}[201~\u{1B}[200~2\u{1B}[201~") == [.paste(.text("1")), .paste(.text("2"))])
  }

  @Test(arguments: [
    ("one\rtwo\nthree\r\nfour\u{2028}", "one\ntwo\nthree\nfour\n"), ("a\tb", "a\tb"),
    ("Orval\rSaison \u{1B}[31m\u{7} Dupont\r", "Orval\nSaison [31m Dupont\n"),
    ("\u{1}a\u{3}b\u{7F}\u{9B}c\u{0}", "abc"), ("\u{1B}[31mred", "[31mred"), ("\u{1B}[20", "[20"),
    ("\u{1B}\u{1B}[201", "[201"), ("\u{1B}[2\u{1B}[200~", "[2[200~"),
  ])
  func textHasNoControlCharacters(pasted: String, text: String) {
    #expect(inputs("\u{1B}[200~\(pasted)\u{1B}[201~") == [.paste(.text(text))])
  }

  @Test func tenThousandLinesAreOnePaste() {
    let menu = (1...10_000).map { "\($0). Orval\t6.2%" }
    #expect(
      inputs("\u{1B}[200~\(menu.joined(separator: "\r"))\r\u{1B}[201~")
        == [.paste(.text(menu.joined(separator: "\n") + "\n"))])
  }

  @Test func keysOfNcursesAreNotText() {
    var decoder = KeyDecoder()
    let pasted = events("\u{1B}[200~a") + [.key(0o402), .named("kUP5")] + events("b\u{1B}[201~")
    #expect(decoder.inputs(for: pasted) == [.paste(.text("ab"))])
  }

  @Test func aPasteMayArriveInAnyPieces() {
    let bytes = events("\u{1B}[200~IPÄ\u{1B}[201~q")
    for cut in 3..<bytes.count {
      var decoder = KeyDecoder()
      let pieces = [bytes[..<cut], bytes[cut...]]
      let inputs = pieces.flatMap { decoder.inputs(for: Array($0), at: start) }
      #expect(inputs == [.paste(.text("IPÄ")), key("q")], "cut at \(cut)")
    }
  }

  @Test func aPasteThatIsTooLongIsDiscarded() {
    let longest = String(repeating: "x", count: PasteReader.maxBytes)
    #expect(inputs("\u{1B}[200~\(longest)\u{1B}[201~q") == [.paste(.text(longest)), key("q")])
    #expect(inputs("\u{1B}[200~\(longest)x\u{1B}[201~q") == [.paste(.tooLong), key("q")])
  }

  @Test(arguments: ["q", "é", "\u{3}", "\u{1B}", "\u{1B}[A"])
  func aSingleKeyAfterAPauseLeavesAPasteThatLostItsEnd(bytes: String) {
    var decoder = KeyDecoder()
    #expect(decoder.inputs(for: events("\u{1B}[200~text"), at: start) == [])
    // Immediately afterwards it may still be a part.
    #expect(decoder.inputs(for: events("x"), at: start + .milliseconds(10)) == [])

    let left = decoder.inputs(for: events(bytes), at: start + .seconds(2))

    #expect(left == [.paste(.text("textx"))] + inputs(bytes) && left.count == 2)
    // An end that comes after all types nothing.
    #expect(decoder.inputs(for: events("\u{1B}[201~j"), at: start + .seconds(3)) == [key("j")])
  }

  @Test(arguments: ["more text\u{1B}[201~", "\u{1B}[201~", "\rdd"])
  func aSlowLineDoesNotEndAPaste(rest: String) {
    var decoder = KeyDecoder()
    _ = decoder.inputs(for: events("\u{1B}[200~text"), at: start)
    let inputs = decoder.inputs(for: events(rest), at: start + .seconds(60))
    #expect(inputs.allSatisfy { if case .paste = $0 { true } else { false } })
  }

  @Test func theLastByteOfAnEndMarkIsNotAKey() {
    var decoder = KeyDecoder()
    _ = decoder.inputs(for: events("\u{1B}[200~text\u{1B}[201"), at: start)
    #expect(decoder.inputs(for: events("~"), at: start + .seconds(60)) == [.paste(.text("text"))])
  }
}
