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
    let known: [(name: String, value: String?)] = [
      ("Style", fields.style),
      ("ABV", fields.abv.map { NumberText.exact($0, decimals: 3, atLeast: 1) + " %" }),
      ("IBU", fields.ibu.map { NumberText.exact($0) }),
      ("Date", fields.drunkAt.map(appearance.dates.long)),
      ("Place", fields.place),
      ("Position", position),
      ("Serving", fields.serving),
      ("Price", fields.price),
    ]
    let custom = fields.extras.sorted { $0.key < $1.key }.map {
      (name: $0.key, value: Optional($0.value.display))
    }
    let pairs = (known + custom).compactMap { name, value in
      BeerText.readable(value).map { (name: name, value: $0) }
    }
    return KeyValueLines(pairs: pairs).lines(width: textWidth, appearance, nameStyle: theme.secondary)
  }

  private var position: String? {
    guard let latitude = fields.latitude, let longitude = fields.longitude else { return nil }
    return NumberText.exact(latitude, decimals: 5) + ", " + NumberText.exact(longitude, decimals: 5)
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
