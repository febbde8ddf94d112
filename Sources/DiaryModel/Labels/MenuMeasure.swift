/// A number on a line of a menu that is no part of a name: a price, a size, the alcohol or the bitterness.
struct MenuMeasure {
  enum Kind {
    case alcohol, bitterness, volume, price
    /// A number that may be one of several of them, or a gravity.
    case other
  }

  let kind: Kind
  /// The number as it is written.
  let number: Substring
  /// The number with its unit as they are written, such as `€ 4,50`.
  let text: Substring
  /// The chunks of its part that it has.
  let chunks: Range<Int>

  /// Returns the measures among the chunks of a part of a line.
  ///
  /// - Parameter isFirst: Whether this is the first part, in which a number alone may be a name.
  static func all(in chunks: [Substring], isFirst: Bool) -> [MenuMeasure] {
    var found: [MenuMeasure] = []
    var index = 0
    while index < chunks.count {
      let measure = MenuMeasure(chunks, at: index, isFirst: isFirst)
      found += [measure].compactMap(\.self)
      index = measure?.chunks.upperBound ?? index + 1
    }
    return found
  }

  /// Reads the measure that begins at an index; `nil` if none does.
  private init?(_ chunks: [Substring], at index: Int, isFirst: Bool) {
    let chunk = chunks[index]
    guard let written = WrittenMeasure(chunk) else { return nil }
    var kind = Self.units[written.unit]
    var text = written.text
    var end = index + 1
    if written.unit.isEmpty {
      if end < chunks.count, let unit = Self.units[Self.word(chunks[end])] {
        kind = unit
        text = chunk.base[chunk.startIndex..<chunks[end].endIndex]
        end += 1
      } else {
        kind = Self.kindWithoutUnit(of: written.number, chunks, at: index, isFirst: isFirst)
      }
    }
    guard let kind else { return nil }
    self.kind = kind
    number = written.number
    self.text = text
    self.chunks = index..<end
  }

  /// Returns the kind of a number without a unit; `nil` if it may belong to a name.
  private static func kindWithoutUnit(
    of number: Substring, _ chunks: [Substring], at index: Int, isFirst: Bool
  ) -> Kind? {
    let isPrice = isPrice(number)
    if chunks.count == 1, !isPrice {
      // A number alone in its part is a price or a size; in a name it belongs to the beer.
      return isFirst || LabelWords.year(String(chunks[index])) != nil ? nil : .other
    }
    switch index > 0 ? chunks[index - 1].lowercased() : "" {
    case "abv", "alc", "alc.": return .alcohol
    case "ibu": return .bitterness
    case "vol": return .other
    default:
      let isLast = index + 1 == chunks.count
      return isPrice && (isLast || number.hasTwoDecimals) ? .other : nil
    }
  }

  private static func isPrice(_ number: Substring) -> Bool {
    guard let separator = number.firstIndex(where: { !$0.isNumber }) else { return false }
    let decimals = number[separator...].dropFirst()
    return decimals.count == 2 || decimals.count == 1 && decimals != "0"
  }

  /// Returns a chunk as it is compared with units: in lower case, without a full stop at its end.
  static func word(_ chunk: Substring) -> String {
    let word = chunk.lowercased()
    return word.last == "." ? String(word.dropLast()) : word
  }

  private static let units: [String: Kind] = {
    let kinds: [(Kind, String)] = [
      (.alcohol, "% %abv %vol"), (.bitterness, "ibu ibus"), (.other, "° °p °plato plato"),
      (.volume, "ml cl dl l lt liter litre oz pt pint pints"),
      (
        .price,
        "$ € £ ¥ aud cad chf czk dkk eur euro euros ft gbp huf jpy kč kr nok nzd pln sek usd zł"
      ),
    ]
    return kinds.reduce(into: [:]) { units, kind in
      for unit in kind.1.split(separator: " ") { units[String(unit)] = kind.0 }
    }
  }()
}

/// A number with a sign or a unit that touches it, or a sign next to it: `$6`, `6,2%`, `0.33l`, `6.2 %` or `€ 4`.
private struct WrittenMeasure {
  let number: Substring
  /// The unit in lower case, `$` after a sign of any currency; empty if there is none.
  let unit: String
  let text: Substring

  /// Reads a chunk of a line; `nil` if it does not begin with a number.
  init?(_ chunk: Substring) {
    let currency = chunk.prefix(while: Self.isCurrency)
    number = chunk.dropFirst(currency.count).prefix { $0.isNumber || $0 == "." || $0 == "," }
    guard number.first?.isNumber == true else { return nil }
    let rest = chunk[number.endIndex...]
    guard currency.isEmpty, rest.isEmpty else {
      unit = currency.isEmpty ? MenuMeasure.word(rest) : "$"
      text = chunk
      return
    }
    let line = chunk.base
    if let end = Self.endOfSign(after: chunk.endIndex, in: line) {
      text = line[chunk.startIndex..<end]
      unit = String(line[line.index(before: end)])
    } else if let start = Self.startOfSign(before: chunk.startIndex, in: line) {
      text = line[start..<chunk.endIndex]
      unit = "$"
    } else {
      text = chunk
      unit = ""
    }
  }

  private static func isCurrency(_ character: Character) -> Bool { "$€£¥".contains(character) }

  /// Returns the end of a sign that follows a number after blanks; `nil` if there is none, or if a number follows it.
  private static func endOfSign(after end: String.Index, in line: String) -> String.Index? {
    let rest = line[end...].drop(while: \.isWhitespace)
    guard let sign = rest.first, sign == "%" || isCurrency(sign), rest.dropFirst().first?.isNumber != true
    else { return nil }
    return line.index(after: rest.startIndex)
  }

  /// Returns the start of a currency sign before a number; `nil` if there is none, or if it belongs to another number.
  private static func startOfSign(before start: String.Index, in line: String) -> String.Index? {
    guard let sign = line[..<start].lastIndex(where: { !$0.isWhitespace }), isCurrency(line[sign]),
      line[..<sign].last(where: { !$0.isWhitespace })?.isNumber != true
    else { return nil }
    return sign
  }
}

extension Substring {
  fileprivate var hasTwoDecimals: Bool { count > 3 && suffix(3).first.map { !$0.isNumber } == true }
}
