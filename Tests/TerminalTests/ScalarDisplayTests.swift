import Foundation
import Testing

@testable import Terminal

@Suite struct ScalarDisplayTests {
  @Test(
    arguments: [
      ("a", .narrow), ("é", .narrow), ("★", .narrow), ("一", .wide), ("한", .wide), ("🍺", .wide),
      ("\u{301}", .mark), ("\u{94D}", .mark), ("\u{20E3}", .mark), ("\t", .blank), ("\u{2028}", .blank),
      ("\u{1F1E7}", .flagLetter),
    ] as [(Unicode.Scalar, ScalarDisplay)])
  func printableScalarsAreShown(_ scalar: Unicode.Scalar, _ display: ScalarDisplay) {
    #expect(scalar.display == display)
  }

  @Test(
    arguments: ["\u{AD}", "\u{200B}", "\u{200D}", "\u{202E}", "\u{2066}", "\u{FE0F}", "\u{E0067}"]
      as [Unicode.Scalar])
  func scalarsThatDrawNothingAreRemoved(_ scalar: Unicode.Scalar) {
    #expect(scalar.display == .removed)
  }

  /// Controls, unassigned and private characters, and format characters and fillers that claim a column.
  @Test(
    arguments: ["\u{1B}", "\u{9B}", "\u{378}", "\u{E000}", "\u{10FFFD}", "\u{600}", "\u{115F}", "\u{3164}"]
      as [Unicode.Scalar])
  func scalarsThatTerminalsTreatDifferentlyAreReplaced(_ scalar: Unicode.Scalar) {
    #expect(scalar.display == .replaced)
  }

  /// Those whose display is known without measuring them are among these.
  @Test func everyScalarIsShownAsItIsMeasured() {
    let scalars = (0x300...0xFFFF).compactMap { Unicode.Scalar($0 as UInt32) }
    let others = scalars.filter { $0.display != $0.measuredDisplay }
    #expect(others.map { String($0.value, radix: 16) } == [])
  }

  /// Without UTF-8, the C library knows the columns of ASCII alone.
  @Test func columnsDoNotDependOnTheLocale() throws {
    #expect(setlocale(LC_CTYPE, nil).map { String(cString: $0) } == "C")
    #expect("Märzen 一番搾り".columns == 15)
  }
}
