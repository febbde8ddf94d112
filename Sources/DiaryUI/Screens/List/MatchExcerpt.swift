import DiaryStore
import Terminal

/// Where a search found what a beer in the list does not show otherwise: the fields, and the text around it.
struct MatchExcerpt {
  /// There is hardly room for more.
  private static let most = 2

  private let found: [SearchSnippet]
  private let highlight: MatchHighlight
  private let ellipsis: String

  /// `nil` where the texts that are shown have all that is searched for.
  init?(_ row: BeerListItem, shown: [String], _ highlight: MatchHighlight?, ellipsis: String) {
    guard let highlight, let missing = highlight.finder.missing(in: shown) else { return nil }
    let fields = [("name", row.name), ("brewery", row.brewery), ("style", row.style), ("place", row.place)]
    let found = SearchSnippet.all(missing, in: fields) + row.found
    if found.isEmpty { return nil }
    self.found = Array(found.prefix(Self.most))
    self.highlight = highlight
    self.ellipsis = ellipsis
  }

  /// What was found with as much around it as fits.
  ///
  /// - Parameter isNamed: Whether the fields' names stand before it.
  func line(width: Int, isNamed: Bool, style: Style) -> StyledLine {
    var room = width
    let lines = found.indices.map { index in
      // What one leaves the next ones have.
      let each = (room - 2 * (found.count - 1 - index)) / (found.count - index)
      let found = found[index]
      let name = isNamed ? found.field + ": " : ""
      let text = Self.text(found, width: each - name.columns, ellipsis: ellipsis)
      let line = StyledLine(name, style) + highlight.shown(in: StyledLine(text, style))
      room -= line.columns + 2
      return line
    }
    return lines.dropFirst().reduce(lines[0]) { $0 + StyledLine("  ", style) + $1 }
  }

  /// All of it, or from a word on, so that what was found is in it, at a third of the width at most where more follows.
  private static func text(_ found: SearchSnippet, width: Int, ellipsis: String) -> String {
    let characters = Array(found.text)
    // Without its line breaks a text can have fewer characters.
    let place = min(found.matchIndex, characters.count)
    let columns = characters.map { String($0).columns }
    var start = 0
    var lead = columns[..<place].reduce(0, +)
    let rest = columns[place...].reduce(0, +)
    // A third of the width at most, or what the rest of the text leaves.
    let most = max(ellipsis.columns, width / 3, width - rest - ellipsis.columns)
    if !found.isTruncatedAtStart, lead + rest <= width { return found.text }
    while start < place, lead > most {
      lead -= columns[start]
      start += 1
    }
    start = SearchHighlighter.wordBoundary(from: start, to: place, in: characters)
    let isCut = start > 0 || found.isTruncatedAtStart
    let text = String(characters[start...].drop { isCut && $0 == " " })
    return ((isCut ? ellipsis : "") + text).truncated(to: max(0, width), ellipsis: ellipsis)
  }
}
