package import Foundation

/// A text by which beers find their label: beers with the same key have the same label, as a rule.
///
/// A key is a product id in a source such as Untappd, a name with a brewery, or a beer without a name. A label is known
/// under several keys, and each key belongs to one label.
package struct LabelKey: Hashable, Sendable {
  /// What a key is made of, which is its text up to the colon; for products, that is their source.
  private enum Kind: String, CaseIterable {
    case name = "n"
    case beer
    case mergedLabel = "label"

    /// What the texts of these keys begin with.
    var prefix: String { rawValue + ":" }

    /// The range of the texts of these keys; `;` is the character after the colon.
    var textRange: Range<String> { prefix..<rawValue + ";" }
  }

  /// The key as it is stored, such as `n:orval|brasserie d orval` or `untappd:4509`.
  package let text: String

  /// Reads a key as it is stored.
  package init(text: String) { self.text = text }

  /// Creates the key of a product in a source.
  ///
  /// - Parameters:
  ///   - source: The source in lower case, such as `untappd`.
  ///   - id: The source's id of the product, such as Untappd's `bid`.
  package init(source: String, product id: String) { text = "\(source):\(id)" }

  /// Returns whether beers can have a text as their name: whether it has more than blanks.
  package static func isName(_ text: String?) -> Bool {
    guard let text, let first = text.utf8.first else { return false }
    // Nearly all names begin like this.
    if (UInt8(ascii: "A")...UInt8(ascii: "z")).contains(first) { return true }
    return !text.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty
  }

  /// Creates the key of a name and a brewery; `nil` without a name.
  ///
  /// Of a name without letters and digits, such as `???`, every character counts.
  package init?(name: String?, brewery: String?) {
    guard let start = name.flatMap(Self.start(ofName:)) else { return nil }
    text = start + "|" + (brewery.map(Self.folded) ?? "")
  }

  /// Creates the key of a beer that has nothing in common with others.
  package init(beer uuid: UUID) { text = Kind.beer.prefix + uuid.text }

  /// Creates the key by which a label that became part of another one is still known.
  package init(label uuid: UUID) { text = Kind.mergedLabel.prefix + uuid.text }

  /// The label that became part of the one with this key; `nil` for other keys.
  package var mergedLabel: UUID? {
    text.hasPrefix(Kind.mergedLabel.prefix)
      ? UUID(uuidString: String(text.dropFirst(Kind.mergedLabel.prefix.count))) : nil
  }

  /// The product's source, such as `untappd`, and its id there; `nil` for other keys.
  package var product: (source: Substring, id: Substring)? {
    let source = text.prefix { $0 != ":" }
    return Kind(rawValue: String(source)) == nil ? (source, text.dropFirst(source.count + 1)) : nil
  }

  /// The range of the texts of all keys of names.
  package static let nameTextRange = Kind.name.textRange

  /// The range of the texts of all keys of labels that became part of others.
  package static let mergedLabelTextRange = Kind.mergedLabel.textRange

  /// What the texts of all keys that are not of products begin with.
  package static let nonProductPrefixes = Kind.allCases.map(\.prefix)

  /// Returns the range of the texts of the keys of a name with any brewery; `nil` for a name without visible characters.
  package static func textRange(ofName name: String) -> Range<String>? {
    // `|` comes before the brewery, and `}` is the character after it.
    start(ofName: name).map { $0 + "|"..<$0 + "}" }
  }

  /// Returns the text of a key up to the brewery; `nil` for a name without visible characters.
  private static func start(ofName name: String) -> String? {
    var folded = Self.folded(name)
    if folded.isEmpty { folded = name.trimmingCharacters(in: .whitespacesAndNewlines) }
    return folded.isEmpty ? nil : Kind.name.prefix + folded
  }

  /// Returns a name as keys compare it: in lower case, without accents and punctuation, with single spaces.
  ///
  /// Symbols such as `+` are kept, because they distinguish beers. `Brasserie d’Orval` becomes `brasserie dorval`.
  package static func folded(_ name: String) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(name.utf8.count)
    var needsSpace = false
    func append(_ byte: UInt8) {
      if needsSpace && !result.isEmpty { result.append(UInt8(ascii: " ")) }
      needsSpace = false
      result.append(byte)
    }
    let isASCII = name.utf8.allSatisfy { $0 < 0x80 }
    if isASCII {
      for byte in name.utf8 {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): append(byte | 0x20)
        case UInt8(ascii: "'"): break
        default: if isASCIIWordPart[Int(byte)] { append(byte) } else { needsSpace = true }
        }
      }
    } else {
      let plain = name.folding(
        options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
      for scalar in plain.unicodeScalars {
        if let letters = separateLetters[scalar] {
          letters.utf8.forEach(append)
        } else if apostrophes.contains(scalar) {
          continue
        } else if isWordPart(scalar) {
          String(scalar).utf8.forEach(append)
        } else {
          needsSpace = true
        }
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Whether an ASCII character is part of a word, by its code.
  private static let isASCIIWordPart = (0..<128).map { isWordPart(Unicode.Scalar(UInt8($0))) }

  /// Letters that Unicode does not decompose into a letter and an accent.
  private static let separateLetters: [Unicode.Scalar: String] = [
    "ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ß": "ss", "ı": "i", "þ": "th", "ð": "d",
  ]

  private static let apostrophes: Set<Unicode.Scalar> = ["'", "\u{2018}", "\u{2019}", "\u{02BC}"]

  private static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
    // Separates the name from the brewery.
    if scalar == "|" { return false }
    return switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber, .mathSymbol, .currencySymbol,
      .otherSymbol:
      true
    default: false
    }
  }
}

/// The keys by which a beer finds its label.
///
/// They are made when they are asked for: most beers of an import repeat, and comparing the names as they are written
/// finds the label of the last beer with the same ones sooner.
package struct LabelKeys: Hashable, Sendable {
  /// The product in the beer's source; `nil` if the source gives none.
  package let product: LabelKey?
  private let name: String?
  private let brewery: String?
  /// The beer; `nil` if it has a product or a name, which other beers may have as well.
  private let beer: UUID?

  /// The custom fields that have a product's id in its source, by source.
  private static let productFields = ["untappd": "bid"]

  /// Creates the keys of a beer.
  ///
  /// - Parameters:
  ///   - source: The kind of source that the beer was imported from, such as `untappd`; `nil` if it was added here.
  ///   - customFields: The custom fields as a JSON object; `nil` for none.
  package init(uuid: UUID, name: String?, brewery: String?, source: String?, customFields: String?) {
    self.name = name
    self.brewery = brewery
    product = source.flatMap { source in customFields.flatMap { Self.product(in: $0, of: source) } }
    beer = product == nil && !LabelKey.isName(name) ? uuid : nil
  }

  /// The keys, the most certain one first; at least one.
  package var all: [LabelKey] {
    if let beer { return [LabelKey(beer: beer)] }
    return [product, LabelKey(name: name, brewery: brewery)].compactMap { $0 }
  }

  private static func product(in customFields: String, of source: String) -> LabelKey? {
    guard let field = productFields[source], let id = Extras.value(of: field, in: customFields)?.display,
      !id.isEmpty
    else { return nil }
    return LabelKey(source: source, product: id)
  }
}
