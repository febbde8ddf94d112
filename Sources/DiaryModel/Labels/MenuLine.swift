/// A line of a menu, as words that can be compared with names.
///
/// Prices, sizes, the alcohol and the number of the line in a list are left out: `3. Purple Haze - 4.2% - $6` has the
/// words `purple` and `haze`.
struct MenuLine {
  struct Word {
    var text: String
    /// Which part of the line it is in; parts are separated by dashes, slashes, commas, parentheses or wide spaces.
    var part: Int
    /// Whether it is the number of the line or of its tap, unless it belongs to the name: `#3`, `Tap 3`.
    var isNumbering = false
  }

  private(set) var words: [Word]
  let year: Int?
  /// The words as they are spelled in keys, before all spellings of a word became one.
  let spelledWords: [String]
  /// Whether the line has a price, a size or the alcohol.
  let hasMeasure: Bool
  /// The words that may be a brewery's own name.
  private var breweryWords: [String]

  init(_ text: String) {
    var all: [Word] = []
    var spelledWords: [String] = []
    var hasMeasure = false
    for (part, chunks) in Self.parts(of: HTMLEntities.decoded(text)).enumerated() {
      let named = Self.withoutListNumber(chunks, isFirst: part == 0)
      let texts = Self.withoutMeasures(named, isFirst: part == 0)
      hasMeasure = hasMeasure || texts.count < named.count
      let folded = texts.map { LabelKey.folded($0) }.joined(separator: " ")
      spelledWords += folded.split(separator: " ").map(String.init)
      var words = LabelWords.canonicalWords(ofFolded: folded).map { Word(text: $0, part: part) }
      if part == 0 { Self.markNumbering(of: &words, after: chunks) }
      all += words
    }
    self.spelledWords = spelledWords
    self.hasMeasure = hasMeasure
    year = all.lazy.compactMap { LabelWords.year($0.text) }.first
    words = all.filter {
      LabelWords.year($0.text) == nil && !LabelWords.fillers.contains($0.text) && $0.text != "no"
    }
    breweryWords = all.filter { !LabelWords.breweryForms.contains($0.text) }
      .map { LabelWords.withoutArticle($0.text) }
  }

  /// Whether the line only has words that many beers have, or that are in headings.
  ///
  /// A single kind of beer with a price, a size or its alcohol is a beer: `Kellerbier 0,5 l 4,90`.
  var namesNoBeer: Bool {
    let texts = words.map(\.text)
    if hasMeasure, texts.contains(where: { LabelWords.styles.contains($0) }),
      !texts.contains(where: { LabelWords.menuWords.contains($0) || $0 == "ales" })
    {
      return false
    }
    let isSentence = !hasMeasure && year == nil && !texts.contains(where: LabelWords.isNumber)
    return texts.allSatisfy {
      LabelWords.isCommon($0) || LabelWords.menuWords.contains($0) || LabelWords.isNumber($0)
        || LabelWords.breweryForms.contains($0) || isSentence && LabelWords.headingWords.contains($0)
    }
  }

  /// Whether the line has a brewery's own words, written without spaces.
  func names(brewery joined: String) -> Bool {
    !joined.isEmpty && Self.range(of: Array(joined.utf8), in: breweryWords) != nil
  }

  /// Replaces a word by another spelling of it.
  mutating func replace(_ text: String, with spelling: String) {
    for i in words.indices where words[i].text == text { words[i].text = spelling }
    let text = LabelWords.withoutArticle(text)
    for i in breweryWords.indices where breweryWords[i] == text { breweryWords[i] = spelling }
  }

  /// Returns where the words, written without spaces, are a text; `nil` if nowhere.
  func range(of joined: [UInt8]) -> Range<Int>? { Self.range(of: joined, in: words.map(\.text)) }

  private static func range(of joined: [UInt8], in words: [String]) -> Range<Int>? {
    for start in words.indices {
      var rest = joined[...]
      var end = start
      while end < words.count, !rest.isEmpty, rest.starts(with: words[end].utf8) {
        rest = rest.dropFirst(words[end].utf8.count)
        end += 1
      }
      if rest.isEmpty { return start..<end }
    }
    return nil
  }

  /// Returns the chunks between spaces of each part of a line.
  private static func parts(of text: String) -> [[String]] {
    var parts: [[String]] = [[]]
    var chunk = ""
    func endChunk() {
      if chunk.contains(where: { $0.isLetter || $0.isNumber }) {
        parts[parts.count - 1].append(chunk)
      } else if !chunk.isEmpty {
        parts.append([])
      }
      chunk = ""
    }
    let characters = Array(text)
    for (i, character) in characters.enumerated() {
      let next = i + 1 < characters.count ? characters[i + 1] : " "
      switch character {
      case ")" where parts == [[]] && chunk.allSatisfy(\.isNumber):
        // The number of the line in a list.
        chunk = ""
      case ",", ":":
        // Not the decimal separator.
        if next.isNumber && chunk.last?.isNumber == true { chunk.append(character) } else { fallthrough }
      case "/", "|", ";", "(", ")", "[", "]", "•", "·", "\t", "—", "…":
        endChunk()
        parts.append([])
      case "." where next == ".":
        endChunk()
        parts.append([])
      case _ where character.isWhitespace:
        endChunk()
        if next.isWhitespace { parts.append([]) }
      default: chunk.append(character)
      }
    }
    endChunk()
    return parts.filter { !$0.isEmpty }
  }

  /// Returns the chunks of a part; of the first, without the number in the list, if anything else is in it.
  private static func withoutListNumber(_ chunks: [String], isFirst: Bool) -> [String] {
    guard isFirst, chunks.count > 1, let first = chunks.first, isListNumber(first) else { return chunks }
    return Array(chunks.dropFirst())
  }

  /// Marks the number of a line such as `#3 Maudite` or `Tap 3: Maudite`.
  ///
  /// - Parameters:
  ///   - words: The words of the first part.
  ///   - chunks: The chunks of that part.
  private static func markNumbering(of words: inout [Word], after chunks: [String]) {
    let index = words.first?.text == "tap" ? 1 : 0
    guard index == 1 || chunks.first?.first == "#", words.indices.contains(index),
      words[index].text.utf8.count <= maxNumberingDigits, words[index].text.allSatisfy(\.isNumber)
    else { return }
    words[index].isNumbering = true
  }

  private static let maxNumberingDigits = 3

  /// Returns the chunks of a part without prices, sizes and the alcohol.
  private static func withoutMeasures(_ chunks: [String], isFirst: Bool) -> [String] {
    var result: [String] = []
    var i = 0
    while i < chunks.count {
      defer { i += 1 }
      let chunk = chunks[i].lowercased()
      let following = i + 1 < chunks.count ? chunks[i + 1].lowercased() : nil
      guard let (number, unit) = measure(chunk) else {
        result.append(chunks[i])
        continue
      }
      if !unit.isEmpty {
        if !units.contains(unit) { result.append(chunks[i]) }
      } else if let following, units.contains(following.trimmingSuffix(".")) {
        i += 1
      } else if chunks.count > 1 || isPrice(number) {
        // A number alone in its part is a price or a size; in a name it belongs to the beer.
        let isLast = i + 1 == chunks.count
        let isAfterUnit = i > 0 && ["abv", "ibu", "alc", "vol"].contains(chunks[i - 1].lowercased())
        if !isAfterUnit && !(isPrice(number) && (isLast || number.hasTwoDecimals)) {
          result.append(chunks[i])
        }
      } else if isFirst || LabelWords.year(chunk) != nil {
        result.append(chunks[i])
      }
    }
    return result
  }

  private static func isListNumber(_ chunk: String) -> Bool {
    chunk.last == "." && chunk.dropLast().allSatisfy(\.isNumber)
  }

  /// Splits `$6`, `6,2%` or `0.33l` into a number and a unit; `nil` if it is neither.
  private static func measure(_ chunk: String) -> (number: Substring, unit: String)? {
    let currency = chunk.prefix { "$€£¥".contains($0) }
    let number = chunk.dropFirst(currency.count).prefix { $0.isNumber || $0 == "." || $0 == "," }
    if number.isEmpty || number.first?.isNumber != true { return nil }
    let unit = String(chunk.dropFirst(currency.count + number.count)).trimmingSuffix(".")
    return (number, currency.isEmpty ? unit : "$")
  }

  private static func isPrice(_ number: Substring) -> Bool {
    guard let separator = number.firstIndex(where: { !$0.isNumber }) else { return false }
    let decimals = number[separator...].dropFirst()
    return decimals.count == 2 || decimals.count == 1 && decimals != "0"
  }

  private static let units: Set<String> = [
    "%", "%abv", "%vol", "°", "°p", "°plato", "plato", "ibu", "ibus",
    "ml", "cl", "dl", "l", "lt", "liter", "litre", "oz", "pt", "pint", "pints",
    "$", "€", "£", "¥", "aud", "cad", "chf", "czk", "dkk", "eur", "euro", "euros", "ft", "gbp", "huf", "jpy",
    "kč", "kr", "nok", "nzd", "pln", "sek", "usd", "zł",
  ]
}

extension Substring {
  fileprivate var hasTwoDecimals: Bool { count > 3 && suffix(3).first.map { !$0.isNumber } == true }
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: Character) -> String {
    last == suffix ? String(dropLast()) : self
  }
}
