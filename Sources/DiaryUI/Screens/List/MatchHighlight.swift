import DiaryStore
import Foundation
import Terminal

/// Shows in drawn text what a search found: bold and underlined, so that it is seen without colours.
struct MatchHighlight {
  private let words: [[Character]]

  /// `nil` where nothing is searched for.
  init?(_ searchWords: [Substring]) {
    words = searchWords.flatMap {
      Self.folded(Array(String($0))).split { !Self.isPart($0) }.map(Array.init)
    }
    if words.isEmpty { return nil }
  }

  /// Looks at so many columns of a row from a place on.
  func draw(at place: Point, columns count: Int, into canvas: inout Canvas) {
    let cells = (0..<count).map { offset in
      canvas[Point(column: place.column + offset, row: place.row)]?.character
    }
    // A wide character's second cell belongs to the word as well.
    let columns = cells.indices.filter { cells[$0] != nil }
    let text = Self.folded(columns.map { cells[$0] ?? " " })
    for match in matches(in: text) {
      let start = columns[match.lowerBound]
      let end = match.upperBound < columns.count ? columns[match.upperBound] : count
      canvas.add(
        [.bold, .underline], at: Point(column: place.column + start, row: place.row),
        Size(width: end - start, height: 1))
    }
  }

  /// The line with what was found standing out.
  func shown(in line: StyledLine) -> StyledLine {
    StyledLine(line.spans.flatMap { shown(in: $0) })
  }

  private func shown(in span: StyledLine.Span) -> [StyledLine.Span] {
    let characters = Array(span.text)
    var spans: [StyledLine.Span] = []
    var end = 0
    for match in matches(in: Self.folded(characters)) {
      var found = StyledLine.Span(String(characters[match]), span.style)
      found.style.attributes.formUnion([.bold, .underline])
      spans += [.init(String(characters[end..<match.lowerBound]), span.style), found]
      end = match.upperBound
    }
    return spans.isEmpty ? [span] : spans + [.init(String(characters[end...]), span.style)]
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

extension AppState {
  /// What is searched for, in the list that is shown.
  var highlight: MatchHighlight? {
    let words = rows.shownQuery.searchWords
    return MatchHighlight(words.isEmpty && list.isFinding ? list.searchedWords : words)
  }
}
