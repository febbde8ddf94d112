import DiaryStore
import Terminal

/// Everything known of a beer as lines of text.
struct BeerPage {
  let detail: BeerDetail
  let appearance: Appearance
  let width: Int

  /// Notes are not made wider than what is comfortable to read.
  private static let widestText = 88

  private var fields: BeerFields { detail.beer.fields }
  private var theme: Theme { appearance.theme }

  var lines: [StyledLine] {
    let blocks = [verdict, facts, notes, photos, origin].filter { !$0.isEmpty }
    return Array(blocks.joined(separator: [StyledLine.blank]))
  }

  private var verdict: [StyledLine] {
    var line: [StyledLine.Span] = []
    if fields.rating != nil {
      line.append(.init(BeerText.stars(fields.rating, glyphs: appearance.glyphs), theme.stars))
      line.append(.init("  " + BeerText.rating(fields.rating) + "   ", theme.name))
    }
    if let brewery = BeerText.readable(fields.brewery) { line.append(.init(brewery)) }
    return line.isEmpty ? [] : [StyledLine(line)]
  }

  private var facts: [StyledLine] {
    let pairs = BeerText.facts(fields, dates: appearance.dates)
    return KeyValueLines(pairs: pairs).lines(width: textWidth, appearance, nameStyle: theme.secondary)
  }

  private var notes: [StyledLine] {
    guard let notes = BeerText.readable(fields.notes) else { return [] }
    return [StyledLine("Notes", theme.title)] + notes.wrapped(to: textWidth).map { StyledLine($0) }
  }

  private var photos: [StyledLine] {
    guard !detail.photos.isEmpty else { return [] }
    let title: StyledLine = [
      .init("Photos", theme.title), .init("  \(NumberText.count(detail.photos.count))", theme.secondary),
    ]
    return [title]
      + PhotoLines(photos: detail.photos, appearance: appearance, width: width).all.flatMap { $0 }
  }

  private var origin: [StyledLine] {
    let added = "added " + appearance.dates.short(detail.beer.createdAt)
    let source = detail.beer.origin.map { "from \($0.source)" }
    let text = [added, source].compactMap { $0 }.joined(separator: " ")
    return [StyledLine(text, theme.secondary)]
  }

  private var textWidth: Int { max(1, min(width, Self.widestText)) }
}
