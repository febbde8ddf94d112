import DiaryStore
import Foundation
import Terminal

/// Shows in drawn rows what a search found: bold and underlined, so that it is seen without colours.
struct MatchHighlight {
  private let words: [[Character]]

  /// `nil` where nothing is searched for.
  init?(_ query: BeerQuery) {
    words = query.searchWords.flatMap {
      Self.folded(Array(String($0))).split { !Self.isPart($0) }.map(Array.init)
    }
    if words.isEmpty { return nil }
  }

  func draw(in rows: Range<Int>, into canvas: inout Canvas) {
    for row in rows {
      let cells = (0..<canvas.size.width).map { canvas[Point(column: $0, row: row)]?.character }
      // A wide character's second cell belongs to the word as well.
      let columns = cells.indices.filter { cells[$0] != nil }
      let text = Self.folded(columns.map { cells[$0] ?? " " })
      for match in matches(in: text) {
        let start = columns[match.lowerBound]
        let end = match.upperBound < columns.count ? columns[match.upperBound] : canvas.size.width
        canvas.add(
          [.bold, .underline], at: Point(column: start, row: row), Size(width: end - start, height: 1))
      }
    }
  }

  /// The beginnings of words that are searched for.
  private func matches(in text: [Character]) -> [Range<Int>] {
    text.indices.compactMap { start in
      guard Self.isPart(text[start]), start == 0 || !Self.isPart(text[start - 1]) else { return nil }
      let length = words.filter { text[start...].starts(with: $0) }.map(\.count).max()
      return length.map { start..<start + $0 }
    }
  }

  private static func isPart(_ character: Character) -> Bool { character.isLetter || character.isNumber }

  /// One character for each, without case and accents.
  private static func folded(_ characters: [Character]) -> [Character] {
    characters.map { character in
      if let byte = character.asciiValue {
        return 65...90 ~= byte ? Character(UnicodeScalar(byte | 0x20)) : character
      }
      let folded = String(character).folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
      return folded.count == 1 ? folded.first ?? character : character
    }
  }
}
