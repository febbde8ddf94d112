/// The families of styles, with the phrases by which a style is recognized.
///
/// Each line of the table has five columns, separated by tabs: the id, the name, the lowest and the highest SRM, and the
/// phrases, separated by commas. A phrase is in a style that has all its words, in any order. The first line with
/// such a phrase is the style's family. Lines that begin with `#` are comments.
struct StyleFamilyTable: Sendable {
  /// The words that a style of a family has.
  struct Phrase: Sendable {
    /// The words, folded; at least one.
    let words: [String]
    /// The index of the family.
    let family: Int
  }

  /// The families in the order of their lines.
  private(set) var families: [StyleFamily] = []

  /// All phrases in the order of the table.
  private(set) var phrases: [Phrase] = []

  /// Lines that could not be read.
  private(set) var malformedLines: [String] = []

  /// Indices of phrases, by the first word of each, in the order of the table.
  private var phrasesByFirstWord: [String: [Int]] = [:]

  /// The table of the program.
  static let shipped = StyleFamilyTable(String(decoding: PackageResources.style_families_tsv, as: UTF8.self))

  /// Reads a table, leaving out malformed lines.
  init(_ text: String) {
    for line in Self.split(text, "\n") where !line.isEmpty && !line.hasPrefix("#") {
      if !append(line) { malformedLines.append(line) }
    }
  }

  /// Appends the family of a line; returns whether the line is well-formed.
  private mutating func append(_ line: String) -> Bool {
    let columns = Self.split(line, "\t")
    guard columns.count == 5, let low = Int(columns[2]), let high = Int(columns[3]), 0 < low, low <= high
    else { return false }
    let family = StyleFamily(id: columns[0], name: columns[1], srm: low...high)
    let phrasesWords = Self.split(columns[4], ",").map(Self.words)
    guard !family.id.isEmpty, !family.name.isEmpty, !phrasesWords.contains([]),
      !families.contains(where: { $0.id == family.id || $0.name == family.name })
    else { return false }
    for words in phrasesWords {
      phrasesByFirstWord[words[0], default: []].append(phrases.count)
      phrases.append(Phrase(words: words, family: families.count))
    }
    families.append(family)
    return true
  }

  /// Returns the family of a style; `nil` if no phrase is in it.
  func family(of style: String) -> StyleFamily? {
    let words = Self.words(style)
    let first = words.compactMap { word in
      phrasesByFirstWord[word]?.first { phrases[$0].words.allSatisfy(words.contains) }
    }.min()
    return first.map { families[phrases[$0].family] }
  }

  private static func words(_ text: String) -> [String] {
    split(LabelKey.folded(text), " ").filter { !$0.isEmpty }
  }

  /// Splits at an ASCII character.
  ///
  /// Comparing whole characters would take several times as long, and the first screen waits for the table.
  private static func split(_ text: String, _ separator: Unicode.Scalar) -> [String] {
    text.unicodeScalars.split(separator: separator, omittingEmptySubsequences: false).map { String($0) }
  }
}
