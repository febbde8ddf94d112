import DiaryStore
import Terminal

/// Where a search found what a beer in the list does not show otherwise: the field, and the text around it.
struct MatchExcerpt {
  private let found: FoundText
  private let highlight: MatchHighlight
  private let ellipsis: String

  /// `nil` where the texts that are shown have all that is searched for.
  init?(_ row: BeerRow, shown: [String], _ highlight: MatchHighlight?, ellipsis: String) {
    guard let highlight, let missing = highlight.finder.missing(in: shown) else { return nil }
    let fields = [("name", row.name), ("brewery", row.brewery), ("style", row.style), ("place", row.place)]
    let found = fields.lazy.compactMap { FoundText(missing, in: $0.1, of: $0.0) }.first ?? row.found
    guard let found else { return nil }
    self.found = found
    self.highlight = highlight
    self.ellipsis = ellipsis
  }

  /// What was found with as much around it as fits.
  ///
  /// - Parameter isNamed: Whether the field's name stands before it.
  func line(width: Int, isNamed: Bool, style: Style) -> StyledLine {
    let name = isNamed ? found.field + ": " : ""
    let text = text(width: width - name.columns)
    return StyledLine(name, style) + highlight.shown(in: StyledLine(text, style))
  }

  /// Beginning so that what was found is in it, at a third of the width at most.
  private func text(width: Int) -> String {
    let characters = Array(found.text)
    guard let match = highlight.finder.matches(in: characters).first else { return found.text }
    let columns = characters.map { String($0).columns }
    var start = 0
    var lead = columns[..<match.lowerBound].reduce(0, +)
    while start < match.lowerBound, lead > max(ellipsis.columns, width / 3) {
      lead -= columns[start]
      start += 1
    }
    let isCut = start > 0 || found.beginsAmid
    let text = String(characters[start...].drop { isCut && $0 == " " })
    return ((isCut ? ellipsis : "") + text).truncated(to: max(0, width), ellipsis: ellipsis)
  }
}
