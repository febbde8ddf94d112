import DiaryModel
import DiaryStore
import Terminal

/// Highlights matches in drawn text, bold and underlined so that they are visible without colors.
struct MatchHighlight {
  let finder: SearchHighlighter

  /// `nil` if there are no search words.
  init?(_ searchWords: [Substring]) {
    guard let finder = SearchHighlighter(searchWords) else { return nil }
    self.finder = finder
  }

  /// Highlights matches in a number of columns, starting at a point.
  func draw(at point: Point, columns count: Int, into canvas: inout Canvas) {
    let cells = (0..<count).map { offset in
      canvas[Point(column: point.column + offset, row: point.row)]?.character
    }
    // The second cell of a wide character belongs to the word as well.
    let columns = cells.indices.filter { cells[$0] != nil }
    for match in finder.matches(in: columns.map { cells[$0] ?? " " }) {
      let start = columns[match.lowerBound]
      let end = match.upperBound < columns.count ? columns[match.upperBound] : count
      canvas.add(
        [.bold, .underline], at: Point(column: point.column + start, row: point.row),
        Size(width: end - start, height: 1))
    }
  }

  /// Returns the line with its matches highlighted.
  func shown(in line: StyledLine) -> StyledLine {
    StyledLine(line.spans.flatMap { shown(in: $0) })
  }

  private func shown(in span: StyledLine.Span) -> [StyledLine.Span] {
    let characters = Array(span.text)
    var spans: [StyledLine.Span] = []
    var end = 0
    for match in finder.matches(in: characters) {
      var found = StyledLine.Span(String(characters[match]), span.style)
      found.style.attributes.formUnion([.bold, .underline])
      spans += [.init(String(characters[end..<match.lowerBound]), span.style), found]
      end = match.upperBound
    }
    return spans.isEmpty ? [span] : spans + [.init(String(characters[end...]), span.style)]
  }
}

extension BeerList {
  /// The matches of the current list's search.
  var highlight: MatchHighlight? {
    let words = window.displayedQuery.searchWords
    return MatchHighlight(words.isEmpty && highlightsMatches ? lastSearch.searchWords : words)
  }
}

// MARK: - Excerpts

/// Matches of a search that a line of the list does not show: the fields with the text around the match.
struct MatchExcerpt {
  /// The maximum number of matches; there is rarely room for more.
  private static let maxMatches = 2
  /// The columns that a text keeps next to the name of its field.
  private static let minTextWidth = 6

  private let found: [SearchSnippet]
  private let highlight: MatchHighlight
  private let ellipsis: String

  /// Creates an excerpt; `nil` if the shown texts contain all words of the search.
  init?(_ item: BeerListItem, shown: [String], _ highlight: MatchHighlight?, ellipsis: String) {
    guard let highlight, let missing = highlight.finder.missing(in: shown) else { return nil }
    let fields = [
      ("name", item.name), ("brewery", item.brewery), ("style", item.style), ("place", item.place),
    ]
    let found = SearchSnippet.all(missing, in: fields) + item.found
    if found.isEmpty { return nil }
    self.found = Array(found.prefix(Self.maxMatches))
    self.highlight = highlight
    self.ellipsis = ellipsis
  }

  /// Returns the matches, each after the name of its field if there is room, with as much text around them as fits.
  func line(width: Int, style: Style) -> StyledLine {
    var room = width
    let lines = found.indices.map { index in
      // The room that one match does not use is available to the next ones.
      let each = (room - 2 * (found.count - 1 - index)) / (found.count - index)
      let found = found[index]
      let field = Self.name(of: found.field) + ": "
      let name = each - field.columns >= Self.minTextWidth ? field : ""
      let text = Self.text(found, width: each - name.columns, ellipsis: ellipsis)
      let line = StyledLine(name, style) + highlight.shown(in: StyledLine(text, style))
      room -= line.columns + 2
      return line
    }
    return lines.dropFirst().reduce(lines[0]) { $0 + StyledLine("  ", style) + $1 }
  }

  /// Returns the name of a field in a sentence: `venue`, or that of the custom field.
  private static func name(of field: String) -> String {
    BeerColumn.named(field)?.labelInSentence ?? field
  }

  /// Returns the whole text, or its part from the start of a word, with the match in the first third if more text follows.
  private static func text(_ found: SearchSnippet, width: Int, ellipsis: String) -> String {
    let characters = Array(found.text)
    // Removing line breaks can make a text shorter.
    let matchIndex = min(found.matchIndex, characters.count)
    let columns = characters.map { String($0).columns }
    var start = 0
    var lead = columns[..<matchIndex].reduce(0, +)
    let rest = columns[matchIndex...].reduce(0, +)
    // At most a third of the width, or the columns that the rest of the text does not need.
    let maxLead = max(ellipsis.columns, width / 3, width - rest - ellipsis.columns)
    if !found.isTruncatedAtStart, lead + rest <= width { return found.text }
    while start < matchIndex, lead > maxLead {
      lead -= columns[start]
      start += 1
    }
    start = SearchHighlighter.wordBoundary(from: start, to: matchIndex, in: characters)
    let isCut = start > 0 || found.isTruncatedAtStart
    let text = String(characters[start...].drop { isCut && $0 == " " })
    return ((isCut ? ellipsis : "") + text).truncated(to: max(0, width), ellipsis: ellipsis)
  }
}
