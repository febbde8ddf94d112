import DiaryModel
import DiaryStore
import DiaryText
import Terminal

/// A beer next to the list or to the form: its picture, or a glass in the color of its style, what is known of it, the
/// notes, and how often the user had it before.
///
/// On a large screen, a second pane has the notes, all times and the other photos.
struct BeerPreview {
  let item: BeerListItem
  /// The fields of the same beer; `nil` until they have been read.
  let fields: BeerFields?
  /// The photos of the same beer; empty until they have been read.
  let photos: [Photo]
  /// The beers of the label, the newest first; empty if there is no other.
  let times: [BeerListItem]
  let order: BeerQuery.Order
  let picture: PhotoPicture?
  let renderings: PictureRenderings
  let appearance: Appearance
  /// The parts of a tasting that come before the other custom fields; `nil` without a tasting sheet.
  let sheet: TastingSheet?
  let width: Int
  let height: Int
  /// The highlight of the list's search; `nil` if there is no search.
  let highlight: MatchHighlight?

  /// Wider lines are hard to read.
  private static let maxTextWidth = 72

  /// How many photos the panes show: the first with the beer, the others with the notes.
  static let maxPhotos = 5
  private static let minPhotoHeight = 8
  /// The most rows of a name; longer ones would leave no room for the notes.
  private static let maxNameRows = 3
  /// The rows that the name, the rating and the facts usually need below the picture.
  private static let rowsOfText = 11

  private var theme: Theme { appearance.theme }
  private var textWidth: Int { min(width, Self.maxTextWidth) }
  private var separator: String { " \(appearance.glyphs.separator) " }

  /// The lines that fit; an ellipsis stands for the others.
  ///
  /// - Parameter hasNotes: Whether the notes and custom fields follow the facts; otherwise the picture is larger.
  func lines(hasNotes: Bool = true) -> [StyledLine] {
    let half = height / 2
    let picture = pictureLines(
      rows: hasNotes ? half : min(height * 2 / 3, max(half, height - Self.rowsOfText)))
    return fitting([picture, heading, facts] + (hasNotes ? [notes, before, customFields] : [before]))
  }

  /// Returns the lines of the pane with the notes, the times, the custom fields and the other photos.
  ///
  /// - Parameter pictures: The pictures of the beer's photos.
  func notesLines(_ pictures: PictureCache) -> [StyledLine] {
    guard fields != nil else { return [] }
    let list = TimesLines(times: times, current: item.id, appearance: appearance)
      .list(width: textWidth, rows: max(4, height / 3))
    let noNotes = [StyledLine("No notes", theme.secondary)]
    var lines = fitting([notes.isEmpty ? noNotes : notes, list, customFields])
    for (index, photo) in photos.prefix(Self.maxPhotos).enumerated().dropFirst() {
      // A part of a photo would look like a mistake.
      let rows = min(max(Self.minPhotoHeight, height / 3), height - lines.count - 1)
      guard rows >= Self.minPhotoHeight else { break }
      let box = PictureBox(
        photo: photo.id, picture: pictures[photo.id], metadata: photo.metadata, appearance: appearance,
        renderings: renderings)
      lines += [.blank] + box.framed(width: width, rows: rows, position: index + 1, photoCount: photos.count)
    }
    return lines
  }

  private func fitting(_ blocks: [[StyledLine]]) -> [StyledLine] {
    let lines = StyledLine.joined(blocks)
    guard lines.count > height else { return lines }
    return Array(lines.prefix(height - 1)) + [StyledLine(String(appearance.glyphs.ellipsis), theme.secondary)]
  }

  private func pictureLines(rows: Int) -> [StyledLine] {
    guard let metadata = item.thumbnail else {
      return BeerGlass(style: item.style, appearance: appearance).large(columns: width, rows: rows)
    }
    return PictureBox(
      photo: item.thumbnailID, picture: picture, metadata: metadata, appearance: appearance,
      renderings: renderings
    )
    // Moving through the list reads no photos: it waits until the cursor rests, as for the beer itself.
    .framed(
      width: width, rows: rows, photoCount: max(1, item.photoCount), mayBeDetailed: fields != nil)
  }

  private var heading: [StyledLine] {
    let name = BeerText.readable(item.name)
    let swatch = appearance.swatch(ofStyle: item.style)
    // A blank in place of a color would only indent the name.
    let hasSwatch = appearance.showsSwatches && swatch != StyledLine.Span(" ")
    let room = hasSwatch ? textWidth - 2 : textWidth
    let lines = wrapped(
      name ?? BeerText.missingName, name == nil ? theme.placeholder : theme.name, to: room,
      rows: Self.maxNameRows)
    let marked = lines.enumerated().map { index, line -> StyledLine in
      guard hasSwatch else { return line }
      let lead: StyledLine = index == 0 ? [swatch, .init(" ")] : StyledLine("  ")
      return lead + line
    }
    guard let rating = item.shownRating else { return marked }
    let stars: StyledLine = [
      .init(appearance.stars(rating), theme.rating(rating)),
      .init("  " + appearance.numberAfterStars(rating), theme.name),
    ]
    return marked + [stars]
  }

  /// Brewery, style and strength, date and venue, serving and price.
  private var facts: [StyledLine] {
    let kind: [String?] = [
      item.style, BeerText.abv(item.abv), item.ibu.map { NumberText.exact($0) + " IBU" },
    ]
    let occasion: [String?] = [item.shownDate(by: order).map(appearance.dates.short), item.place]
    let purchase = [fields?.serving, fields?.price.map { labeled($0, as: "price") }]
    let lines: [[String?]] = [[item.brewery], kind, occasion, purchase]
    return lines.flatMap { texts -> [StyledLine] in
      let known = texts.compactMap { BeerText.readable($0) }
      return known.isEmpty ? [] : wrapped(known.joined(separator: separator), theme.plain, to: textWidth)
    }
  }

  /// Returns a text after the name of its field if it is a bare number, which would look like a rating.
  private func labeled(_ text: String, as column: String) -> String {
    guard text.allSatisfy({ $0.isNumber || $0.isPunctuation || $0.isWhitespace }),
      text.contains(where: \.isNumber), let name = BeerColumn.named(column)?.labelInSentence
    else { return text }
    return name + " " + text
  }

  private var notes: [StyledLine] {
    guard let notes = BeerText.readable(fields?.notes) else { return [] }
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

  /// The number of photos, and the custom fields without ids and links.
  private var customFields: [StyledLine] {
    let count =
      item.photoCount > 1 ? [StyledLine(NumberText.count(item.photoCount, "photo"), theme.secondary)] : []
    guard let fields else { return count }
    let pairs = BeerText.facts(fields, dates: appearance.dates, sheet: sheet)
      .filter { !BeerText.isBuiltIn($0.name) && !BeerText.isReference($0) }
      .prefix(height).map { (name: $0.name, value: visible($0.value)) }
    return count
      + KeyValueLines(pairs: pairs).lines(width: textWidth, appearance, nameStyle: theme.secondary)
  }

  /// Returns the lines of a text, with an ellipsis if it needs more than `rows`.
  private func wrapped(_ text: String, _ style: Style, to width: Int, rows: Int = .max) -> [StyledLine] {
    var texts = visible(text).wrapped(to: max(1, width))
    if texts.count > rows {
      let last = texts[(rows - 1)...].joined(separator: " ")
      texts[(rows - 1)...] = [last.truncated(to: max(1, width), ellipsis: String(appearance.glyphs.ellipsis))]
    }
    return texts.map { text in
      let line = StyledLine(text, style)
      return highlight?.shown(in: line) ?? line
    }
  }

  /// Returns as much of a text as can be visible, because wrapping a long one takes time.
  private func visible(_ text: String) -> String { String(text.prefix(width * height)) }
}
