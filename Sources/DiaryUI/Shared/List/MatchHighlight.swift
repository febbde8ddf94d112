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
