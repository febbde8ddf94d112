import DiaryModel
import DiaryStore
import DiaryText
import Terminal

/// A beer next to the list: its picture, what is known of it, the notes, and how often the user had it before.
struct BeerPreview {
  let item: BeerListItem
  /// The data of the same beer; `nil` until it has been read.
  let detail: BeerDetail?
  /// The beers of the label, the newest first; empty if there is no other.
  let times: [BeerListItem]
  let order: BeerQuery.Order
  let picture: PhotoPicture?
  let appearance: Appearance
  let width: Int
  let height: Int
  /// The highlight of the list's search; `nil` if there is no search.
  let highlight: MatchHighlight?

  /// Wider lines are hard to read.
  private static let maxTextWidth = 72

  /// The smallest screen that has room for the list and the preview.
  static let minSize = Size(width: 100, height: 12)

  /// Returns the columns of the preview on a screen; `nil` if the list needs them.
  static func width(on layout: Layout) -> Int? {
    guard layout.size.width >= minSize.width, layout.size.height >= minSize.height else { return nil }
    return min(60, max(30, layout.size.width * 27 / 100))
  }

  private var theme: Theme { appearance.theme }
  private var textWidth: Int { min(width, Self.maxTextWidth) }
  private var separator: String { " \(appearance.glyphs.separator) " }

  /// The lines that fit; an ellipsis stands for the others.
  var lines: [StyledLine] {
    let blocks = [pictureLines, heading, facts, notes, before, others].filter { !$0.isEmpty }
    let lines = Array(blocks.joined(separator: [StyledLine.blank]))
    guard lines.count > height else { return lines }
    return Array(lines.prefix(height - 1)) + [StyledLine(String(appearance.glyphs.ellipsis), theme.secondary)]
  }

  private var pictureLines: [StyledLine] {
    guard let metadata = item.thumbnail else { return [] }
    return PictureBox(picture: picture, metadata: metadata, appearance: appearance)
      .framed(width: width, rows: height / 2, photoCount: max(1, item.photoCount))
  }

  private var heading: [StyledLine] {
    let name = BeerText.readable(item.name)
    let swatch = appearance.swatch(ofStyle: item.style)
    let room = appearance.hasSwatches ? textWidth - 2 : textWidth
    let lines = wrapped(name ?? BeerText.missingName, name == nil ? theme.placeholder : theme.name, to: room)
    let marked = lines.enumerated().map { index, line -> StyledLine in
      guard appearance.hasSwatches else { return line }
      let lead: StyledLine = index == 0 ? [swatch, .init(" ")] : StyledLine("  ")
      return lead + line
    }
    guard let rating = item.shownRating else { return marked }
    let stars: StyledLine = [
      .init(BeerText.stars(rating, glyphs: appearance.glyphs), theme.rating(rating)),
      .init("  " + BeerText.rating(rating), theme.name),
    ]
    return marked + [stars]
  }

  /// Brewery, style and strength, date and venue, serving and price.
  private var facts: [StyledLine] {
    let fields = detail?.beer.fields
    let kind: [String?] = [
      item.style, BeerText.abv(item.abv), item.ibu.map { NumberText.exact($0) + " IBU" },
    ]
    let occasion: [String?] = [item.shownDate(by: order).map(appearance.dates.short), item.place]
    let lines: [[String?]] = [[item.brewery], kind, occasion, [fields?.serving, fields?.price]]
    return lines.flatMap { texts -> [StyledLine] in
      let known = texts.compactMap { BeerText.readable($0) }
      return known.isEmpty ? [] : wrapped(known.joined(separator: separator), theme.plain, to: textWidth)
    }
  }

  private var notes: [StyledLine] {
    guard let notes = BeerText.readable(detail?.beer.fields.notes) else { return [] }
    return wrapped(notes, theme.plain, to: textWidth)
  }

  /// `Had twice before  ▂▅█`, the ratings as a curve; empty for the first time.
  private var before: [StyledLine] {
    guard let index = times.firstIndex(where: { $0.id == item.id }) else { return [] }
    let text = Self.text(timesBefore: times.count - 1 - index)
    let curve = TimesLines(times: times, current: item.id, appearance: appearance)
      .labeledCurve(width: textWidth - text.columns - 2)
    return [StyledLine(text + (curve.columns > 0 ? "  " : ""), theme.secondary) + curve]
  }

  static func text(timesBefore count: Int) -> String {
    switch count {
    case 0: "Had for the first time"
    case 1: "Had once before"
    case 2: "Had twice before"
    default: "Had \(NumberText.count(count)) times before"
    }
  }

  /// The number of photos, and the custom fields.
  private var others: [StyledLine] {
    let photos =
      item.photoCount > 1 ? [StyledLine(NumberText.count(item.photoCount, "photo"), theme.secondary)] : []
    guard let fields = detail?.beer.fields else { return photos }
    let builtIn = Set(BeerColumn.onScreen.map(\.label))
    let pairs = BeerText.facts(fields, dates: appearance.dates).filter { !builtIn.contains($0.name) }
      .prefix(height).map { (name: $0.name, value: visible($0.value)) }
    return photos
      + KeyValueLines(pairs: pairs).lines(width: textWidth, appearance, nameStyle: theme.secondary)
  }

  private func wrapped(_ text: String, _ style: Style, to width: Int) -> [StyledLine] {
    visible(text).wrapped(to: max(1, width)).map { text in
      let line = StyledLine(text, style)
      return highlight?.shown(in: line) ?? line
    }
  }

  /// Returns as much of a text as can be visible, because wrapping a long one takes time.
  private func visible(_ text: String) -> String { String(text.prefix(width * height)) }
}
