import Terminal
import Testing

@testable import TerminalCurses

/// What the mouse does, as terminals report it.
@Suite struct MouseReportTests {
  private func mouse(_ kind: MouseEvent.Kind, _ column: Int, _ row: Int) -> TerminalInput {
    .mouse(MouseEvent(kind, at: Point(column: column, row: row)))
  }

  @Test func newerReportsHavePositionsInDigits() {
    #expect(inputs("\u{1B}[<0;300;7M") == [mouse(.press(clicks: 1), 299, 6)])
    #expect(inputs("\u{1B}[<0;300;7m") == [mouse(.release, 299, 6)])
    #expect(inputs("\u{1B}[<32;1;1M") == [mouse(.drag, 0, 0)])
    #expect(inputs("\u{1B}[<64;5;5M\u{1B}[<65;5;5M") == [mouse(.wheelUp, 4, 4), mouse(.wheelDown, 4, 4)])
  }

  @Test func olderReportsHavePositionsInBytes() {
    #expect(inputs("\u{1B}[M !!x") == [mouse(.press(clicks: 1), 0, 0), .key(.character("x"))])
    #expect(inputs("\u{1B}[M#!!") == [mouse(.release, 0, 0)])
    #expect(inputs("\u{1B}[M`!!") == [mouse(.wheelUp, 0, 0)])
  }

  @Test func reportsThatArriveInPartsArePutTogether() {
    for report in ["\u{1B}[<0;12;34M", "\u{1B}[M +B"] {
      let bytes = Array(report.utf8)
      for cut in 3..<bytes.count {
        var decoder = KeyDecoder()
        let first = decoder.inputs(for: bytes[..<cut].map { .byte($0) })
        let second = decoder.inputs(for: (bytes[cut...] + Array("q".utf8)).map { .byte($0) })
        #expect(first.isEmpty)
        #expect(second.count == 2 && second.last == .key(.character("q")), "\(report) cut at \(cut)")
      }
    }
  }

  /// With Shift the terminal selects text; other buttons are its own, too.
  @Test(arguments: [
    "[<4;5;5M", "[<36;5;5M", "[<1;5;5M", "[<2;5;5M", "[<35;5;5M", "[<66;5;5M", "[<0;0;0M", "[<0;5M", "[<;;M",
    "[M$!!",
  ])
  func meaninglessReportsInsertNoText(_ report: String) {
    #expect(inputs("\u{1B}" + report + "j") == [.key(.character("j"))])
  }
}
