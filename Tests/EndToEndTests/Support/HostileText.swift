import FixtureStores

/// Texts that a careless program would let the terminal obey.
///
/// Each sequence has the number 31337 in it, by which it is told from the program's own.
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

  static func text(_ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 0...6, using: &random)).map { _ in
      (Bool.random(using: &random) ? sequences : pieces).randomElement(using: &random) ?? ""
    }.joined()
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
