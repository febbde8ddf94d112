/// A line of a menu, divided into the name of a beer and what is said about it.
struct MenuEntry {
  private let line: String
  /// All chunks between spaces, with whether they belong to the name.
  private var chunks: [(text: Substring, isNamed: Bool)] = []
  /// The measures, with the words next to them that belong to them: `bottle 33 cl`.
  private var measures: [(measure: MenuMeasure, text: Substring)] = []

  init(_ text: String) {
    line = HTMLEntities.decoded(text)
    let parts = MenuLine.parts(of: line)
    for (index, part) in parts.enumerated() {
      let listed = part.count - MenuLine.withoutListNumber(part, isFirst: index == 0).count
      let rest = Array(part.dropFirst(listed))
      let found = MenuMeasure.all(in: rest, isFirst: index == 0)
      let ranges = found.map { Self.range(of: $0, in: rest) }
      measures += zip(found, ranges).map {
        ($0, line[rest[$1.lowerBound].startIndex..<rest[$1.upperBound - 1].endIndex])
      }
      let measured = Set(ranges.joined())
      chunks += part.prefix(listed).map { ($0, false) }
      chunks += rest.indices.map { (rest[$0], !measured.contains($0)) }
    }
    if !measures.isEmpty { leaveOutDetails(after: parts.first?.count ?? 0, in: parts) }
    leaveOutNumbering()
  }

  /// Leaves out parts that only say how the beer is served, such as `(bottle)` and the end of `alc/vol`.
  ///
  /// - Parameter count: The number of chunks of the first part, which stays.
  private mutating func leaveOutDetails(after count: Int, in parts: [[Substring]]) {
    var start = count
    for part in parts.dropFirst() {
      let range = start..<start + part.count
      if range.allSatisfy({ !chunks[$0].isNamed || Self.isDetail(chunks[$0].text) }) {
        for index in range { chunks[index].isNamed = false }
      }
      start = range.upperBound
    }
  }

  /// Leaves out the number of the line or of its tap, if it is followed by a name: `#3 Maudite`, `Tap 3: Maudite`.
  private mutating func leaveOutNumbering() {
    let named = chunks.indices.filter { chunks[$0].isNamed }
    guard let first = named.first, first == 0 else { return }
    let count = MenuMeasure.word(chunks[0].text) == "tap" ? 2 : 1
    guard named.count > count, named[count - 1] == count - 1 else { return }
    let number = chunks[count - 1].text
    let digits = count == 2 ? number : number.dropFirst()
    guard count == 2 || number.first == "#", 1...MenuLine.maxNumberingDigits ~= digits.count,
      digits.allSatisfy(\.isNumber)
    else { return }
    for index in 0..<count { chunks[index].isNamed = false }
  }

  // MARK: - Measures

  /// Returns the chunks of a measure with the words next to it that belong to it.
  private static func range(of measure: MenuMeasure, in chunks: [Substring]) -> Range<Int> {
    var start = measure.chunks.lowerBound
    var end = measure.chunks.upperBound
    while start > 0, isDetail(chunks[start - 1]) { start -= 1 }
    while end < chunks.count, isDetail(chunks[end]) { end += 1 }
    return start..<end
  }

  private static func isDetail(_ chunk: Substring) -> Bool { details.contains(MenuMeasure.word(chunk)) }

  /// Words next to measures that are in no name there.
  private static let details: Set<String> = [
    "abv", "alc", "vol", "ibu", "ibus", "bottle", "bottles", "btl", "can", "cans", "glass", "pint", "pints",
  ]

  /// Returns the only measure of a kind; `nil` if the line has none, or several, as for two sizes.
  private func only(_ kind: MenuMeasure.Kind) -> (measure: MenuMeasure, text: Substring)? {
    let found = measures.filter { $0.measure.kind == kind }
    return found.count == 1 ? found[0] : nil
  }

  /// Returns the only number of a kind; `nil` if the line has none, or several.
  func number(_ kind: MenuMeasure.Kind) -> Double? {
    only(kind).flatMap { Double($0.measure.number.replacing(",", with: ".")) }
  }

  /// How the beer is served, such as `bottle 33 cl`; `nil` if the line does not say it, or names several sizes.
  var serving: String? { only(.volume).map { Self.withoutFullStop($0.text) } }

  /// The price with its currency, as it is written; `nil` if the line has none, or several.
  var price: String? { only(.price).map { Self.withoutFullStop($0.measure.text) } }

  private static func withoutFullStop(_ text: Substring) -> String {
    String(text.last == "." ? text.dropLast() : text)
  }

  // MARK: - The name

  /// The name as it is written, or the whole line if it has nothing else.
  var name: String {
    var name = ""
    var end: String.Index?
    var gap: Range<String.Index>?
    for chunk in chunks {
      guard chunk.isNamed else {
        gap = (gap?.lowerBound ?? chunk.text.startIndex)..<chunk.text.endIndex
        continue
      }
      if let end {
        name +=
          gap.map {
            Self.separator(line[end..<$0.lowerBound], line[$0.upperBound..<chunk.text.startIndex])
          } ?? Self.withSingleBlanks(line[end..<chunk.text.startIndex])
      }
      name += chunk.text
      end = chunk.text.endIndex
      gap = nil
    }
    return name.isEmpty ? Self.withSingleBlanks(line[...]).trimmingBlanks : Self.balanced(name)
  }

  /// Returns what separates two chunks between which something was left out.
  ///
  /// - Parameters:
  ///   - before: The signs and blanks before what was left out.
  ///   - after: Those after it.
  private static func separator(_ before: Substring, _ after: Substring) -> String {
    var open = 0
    var closing = ""
    for character in before + after where brackets[character] != nil || isClosing(character) {
      if brackets[character] != nil {
        open += 1
      } else if open > 0 {
        open -= 1
      } else {
        closing.append(character)
      }
    }
    if open > 0 || !closing.isEmpty {
      let opening = (before + after).filter { brackets[$0] != nil }.suffix(open)
      return closing + " " + opening
    }
    let signs = [before, after].map { $0.filter { !$0.isWhitespace && !isIgnored($0) } }.first { !$0.isEmpty }
    guard let signs else { return " " }
    return [",", ";", ":"].contains(signs) ? signs + " " : " \(signs) "
  }

  /// Whether a sign belongs to a measure, or to brackets in which nothing is left.
  private static func isIgnored(_ character: Character) -> Bool {
    "%$€£¥".contains(character) || brackets[character] != nil || isClosing(character)
  }

  /// Returns a text with the brackets that its beginning and its end lack.
  private static func balanced(_ text: String) -> String {
    var missing = ""
    var open: [Character] = []
    for character in text {
      if let closing = brackets[character] {
        open.append(closing)
      } else if isClosing(character) {
        if open.last == character {
          open.removeLast()
        } else if let opening = brackets.first(where: { $0.value == character })?.key {
          missing = String(opening) + missing
        }
      }
    }
    return missing + text + String(open.reversed())
  }

  /// The opening brackets with those that close them.
  private static let brackets: [Character: Character] = ["(": ")", "[": "]"]

  private static func isClosing(_ character: Character) -> Bool { brackets.values.contains(character) }

  private static func withSingleBlanks(_ text: Substring) -> String {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let start = text.first?.isWhitespace == true ? " " : ""
    return words.isEmpty ? start : start + words + (text.last?.isWhitespace == true ? " " : "")
  }
}

extension String {
  fileprivate var trimmingBlanks: String { split(separator: " ").joined(separator: " ") }
}

extension BeerFields {
  /// Creates the fields of the beer that a line of a menu names.
  ///
  /// The name is as it is written, without the number of the line, prices, sizes, the alcohol and the bitterness. These
  /// become fields if the line has them with a unit or a sign, and once: `3. Purple Haze - 4.2% - $6` is `Purple Haze` with
  /// an ABV of 4.2 and the price `$6`.
  package init(menuLine line: String) {
    let entry = MenuEntry(line)
    self.init(
      name: entry.name, abv: entry.number(.alcohol).flatMap { (0...100).contains($0) ? $0 : nil },
      ibu: entry.number(.bitterness), serving: entry.serving, price: entry.price)
  }
}
