import FixtureStores
import TestSupport

/// Texts that a careless program would let the terminal obey.
///
/// Each sequence has the number 31337 in it, which distinguishes it from the program's own.
enum HostileText {
  static let mark = "31337"

  private static let sequences = [
    "\u{1B}[31337m", "\u{1B}[31337;1H", "\u{1B}[?31337h", "\u{9B}31337m", "\u{1B}]0;31337\u{7}",
    "\u{1B}]52;c;31337\u{1B}\\", "\u{9D}31337\u{9C}", "\u{1B}P31337\u{1B}\\", "\u{90}31337\u{9C}",
    "\u{1B}_31337\u{1B}\\", "\u{1B}^31337\u{1B}\\", "\u{1B}X31337\u{1B}\\", "\u{1B}[31337n", "\u{1B}c",
    "\u{1B}[31337i", "\u{E}31337\u{F}", "\u{1B}(031337", "\u{8}\u{8}\u{8}", "\r31337", "\u{7F}", "\u{85}",
    "\u{202E}31337\u{202C}", "\u{2066}31337", "\u{200F}", "\u{7}", "\u{5}", "\u{11}", "\u{13}", "\u{1B}",
    "\u{1B}[", "\u{1B}]", "\u{2028}", "\u{FEFF}", "\u{E0001}", "\u{84}", "\u{8D}31337",
  ]
  private static let pieces = [
    "Stout", "Märzen", "麒麟", "👩‍👩‍👧", "e\u{301}\u{302}\u{303}", "שלום", "مرحبا", "🇧🇪", " ", "a", "½",
  ]

  /// Scalars of every kind that a terminal could obey, and any other: C0, DEL and C1, invisible ones and those that
  /// change the direction, line ends, marks, tags, private and unassigned ones.
  private static let ranges: [ClosedRange<UInt32>] = [
    0x01...0x1F, 0x20...0x7E, 0x7F...0x9F, 0xA0...0xFF, 0x300...0x36F, 0x600...0x605, 0x61C...0x61C,
    0x180E...0x180E, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xE000...0xE0FF, 0xFE00...0xFE0F,
    0xFEFF...0xFEFF, 0xFFF0...0xFFFF, 0x1F1E6...0x1F1FF, 0xE0000...0xE007F, 0x1...0x10FFFF,
  ]

  static func text(_ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 0...6, using: &random)).map { _ in
      switch Int.random(in: 0..<3, using: &random) {
      case 0: sequences.randomElement(using: &random) ?? ""
      case 1: pieces.randomElement(using: &random) ?? ""
      default: scalars(&random)
      }
    }.joined()
  }

  private static func scalars(_ random: inout SeededGenerator) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      let range = ranges.randomElement(using: &random) ?? 0x20...0x7E
      if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &random)) { text.append(scalar) }
    }
    return String(text)
  }

  /// A text as one word of a shell's command line; a terminal types no NUL, and a word has no line end.
  static func word(_ random: inout SeededGenerator) -> String {
    let text = "x" + text(&random).filter { !$0.isNewline } + "y"
    return text.replacing("/", with: "-").replacing("'", with: "-")
  }

  /// A table of beers with such texts in every field, in the names of columns too.
  static func csv(_ random: inout SeededGenerator) -> String {
    let header = ["name", "brewery", "style", "notes", "place", "hop", "x" + text(&random) + "y"]
    let rows = (0..<60).map { _ in (0..<header.count).map { _ in text(&random) } }
    let whole = sequences.map { sequence in ["A\(sequence)B"] + (1..<header.count).map { _ in sequence } }
    return ([header] + whole + rows).map { row in
      row.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",")
    }.joined(separator: "\n") + "\n"
  }
}
