import DiaryStore
import Terminal

/// Everything known of a beer as lines of text, none of them cut.
///
/// On a wide screen the photos stand beside the facts.
struct BeerPage {
  let detail: BeerDetail
  let appearance: Appearance
  let width: Int

  /// Notes are not made wider than what is comfortable to read.
  private static let widestText = 88
  private static let twoColumns = 100
  private static let factsColumn = 44

  private var fields: BeerFields { detail.beer.fields }
  private var theme: Theme { appearance.theme }
  private var isWide: Bool { width >= Self.twoColumns && !detail.photos.isEmpty }

  var lines: [StyledLine] {
    let middle =
      isWide
      ? [
        StyledLine.beside(
          facts(width: Self.factsColumn), photos(width: photosWidth), at: Self.factsColumn + 2), notes,
      ]
      : [facts(width: textWidth), notes, photos(width: width)]
    let blocks = ([name, verdict] + middle + [origin]).filter { !$0.isEmpty }
    return Array(blocks.joined(separator: [StyledLine.blank]))
  }

  /// The header has room for most names.
  private var name: [StyledLine] {
    guard let name = BeerText.readable(fields.name), name.columns > width else { return [] }
    return name.wrapped(to: width).map { StyledLine($0, theme.name) }
  }

  private var verdict: [StyledLine] {
    var stars: [StyledLine.Span] = []
    if fields.rating != nil {
      stars.append(.init(BeerText.stars(fields.rating, glyphs: appearance.glyphs), theme.stars))
      stars.append(.init("  " + BeerText.rating(fields.rating) + "   ", theme.name))
    }
    guard let brewery = BeerText.readable(fields.brewery) else {
      return stars.isEmpty ? [] : [StyledLine(stars)]
    }
    let line = StyledLine(stars + [.init(brewery)])
    if line.columns <= width { return [line] }
    return (stars.isEmpty ? [] : [StyledLine(stars)]) + brewery.wrapped(to: width).map { StyledLine($0) }
  }

  private func facts(width: Int) -> [StyledLine] {
    let pairs = BeerText.facts(fields, dates: appearance.dates)
    return KeyValueLines(pairs: pairs).lines(width: width, appearance, nameStyle: theme.secondary)
  }

  private var notes: [StyledLine] {
    guard let notes = BeerText.readable(fields.notes) else { return [] }
    return [StyledLine("Notes", theme.title)] + notes.wrapped(to: textWidth).map { StyledLine($0) }
  }

  private func photos(width: Int) -> [StyledLine] {
    guard !detail.photos.isEmpty else { return [] }
    let title: StyledLine = [
      .init("Photos", theme.title), .init("  \(NumberText.count(detail.photos.count))", theme.secondary),
    ]
    let lines = PhotoLines(photos: detail.photos, appearance: appearance, width: width)
    return [title] + lines.all.flatMap { $0 }
  }

  private var origin: [StyledLine] {
    let added = "added " + appearance.dates.short(detail.beer.createdAt)
    let source = detail.beer.origin.map(OriginText.text)
    let text = [added, source].compactMap { $0 }.joined(separator: ", ")
    return [StyledLine(text, theme.secondary)]
  }

  private var textWidth: Int { max(1, min(width, Self.widestText)) }

  private var photosWidth: Int { width - Self.factsColumn - 2 }
}
