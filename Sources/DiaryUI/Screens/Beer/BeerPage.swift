import DiaryModel
import DiaryStore
import DiaryText
import Terminal

/// All fields and photos of a beer as lines of text, none of them truncated.
///
/// Notes come before the custom fields, of which an import may have many.
///
/// On a wide screen, the first photo's picture is next to the facts, with the list of photos below it, or else the notes,
/// with a glass in the color of the style below them. On a large one, the next photos are next to the first. If the
/// pictures of a large one leave room for lines of a readable length, the notes, the times and the list of photos are at
/// their right.
struct BeerPage {
  let detail: BeerDetail
  let appearance: Appearance
  let width: Int
  /// The number of rows that are visible together.
  let height: Int
  let pictures: PictureCache
  let renderings: PictureRenderings
  /// The parts of a tasting that come before the other custom fields; `nil` without a tasting sheet.
  let sheet: TastingSheet?
  /// The beers of the label, the newest first; empty if there is no other.
  var times: [BeerListItem] = []
  /// That the beer can be split by the days of its photos; `nil` if it cannot.
  var splitOffer: String?
  /// The values that differ between devices, and how to choose; `nil` if there are none.
  var conflicts: BeerConflicts?
  /// The highlight of the list's search; `nil` if there is no search.
  var highlight: MatchHighlight?

  /// Wider lines are hard to read.
  private static let maxTextWidth = 76
  private static let minWidthForTwoColumns = 76
  private static let minWidthForPhotoList = 100
  /// Notes need the room on a narrower screen.
  private static let minWidthForGlass = 96
  private static let minFactsWidth = 44
  /// Notes that are at the right of the pictures need this.
  private static let minTextWidth = 56
  /// The photos screen shows the others.
  private static let maxPhotos = 24
  private static let maxSmallPictures = 3
  private static let minSmallSize = Size(width: 16, height: 10)
  private static let minSizeForSmallPictures = Size(width: 100, height: 30)

  private var fields: BeerFields { detail.beer.fields }
  private var theme: Theme { appearance.theme }
  private var isWide: Bool {
    let minWidth = detail.photos.isEmpty ? Self.minWidthForGlass : Self.minWidthForTwoColumns
    return width >= minWidth && height >= 10 && !appearance.usesWords
  }

  /// Returns how many pictures of a beer a page may have.
  ///
  /// - Parameter size: The columns and rows of the page.
  static func pictureCount(_ size: Size) -> Int {
    let isLarge = size.width >= minSizeForSmallPictures.width && size.height >= minSizeForSmallPictures.height
    return 1 + (isLarge ? maxSmallPictures : 0)
  }

  var lines: [StyledLine] {
    let middle = isWide ? (detail.photos.isEmpty ? withoutPhoto : threeParts ?? sideBySide) : stacked
    return joined([name, heading] + middle + [origin])
  }

  /// Returns the lines of blocks, with a blank one between them; a block that would begin on the last row of a screen
  /// begins on the next one, so that no heading is without what follows it.
  ///
  /// - Parameter row: The row of the page on which the first block begins.
  private func joined(_ blocks: [[StyledLine]], from row: Int = 0) -> [StyledLine] {
    blocks.filter { !$0.isEmpty }.reduce(into: []) { lines, block in
      if !lines.isEmpty { lines.append(.blank) }
      if block.count > 1, (row + lines.count) % height == height - 1 { lines.append(.blank) }
      lines += block
    }
  }

  /// The name, if it is too long for the header.
  private var name: [StyledLine] {
    guard let name = BeerText.readable(fields.name), name.columns > width else { return [] }
    return name.wrapped(to: width).map { highlighted(StyledLine($0, theme.name)) }
  }

  private var timesLines: TimesLines {
    TimesLines(times: times, current: detail.beer.id, appearance: appearance)
  }

  /// Returns how many times are listed: as many as the other blocks leave rows for, and a few in any case.
  private func timesRows(nextTo others: [[StyledLine]]) -> Int {
    // The times have a title, and the number of the others below them.
    max(min(12, max(4, height / 3)), height - Self.rows(of: others) - 2)
  }

  /// Returns the number of rows that blocks take, each with the blank one after it.
  private static func rows(of blocks: [[StyledLine]]) -> Int {
    blocks.reduce(0) { $0 + ($1.isEmpty ? 0 : $1.count + 1) }
  }

  private var heading: [StyledLine] {
    let offer = splitOffer.map { StyledLine($0, theme.secondary).wrapped(to: width) } ?? []
    return ratingAndBrewery + timesLines.summary(width: width) + offer
      + (conflicts.map { StyledLine($0.sentence, theme.problem).wrapped(to: width) } ?? [])
  }

  private var ratingAndBrewery: [StyledLine] {
    var stars: [StyledLine.Span] = []
    if fields.rating != nil {
      stars.append(.init(appearance.stars(fields.rating), theme.rating(fields.rating)))
      let number = appearance.numberAfterStars(fields.rating)
      stars.append(.init(number.isEmpty ? "" : "  " + number, theme.name))
      stars += [mark("rating"), .init("   ")]
    }
    guard let brewery = BeerText.readable(fields.brewery) else {
      return stars.isEmpty ? [] : [StyledLine(stars)]
    }
    let line = StyledLine(stars) + highlighted(StyledLine(brewery)) + [mark("brewery")]
    if line.columns <= width { return [line] }
    return (stars.isEmpty ? [] : [StyledLine(stars)])
      + brewery.wrapped(to: width).map { highlighted(StyledLine($0)) }
  }

  private func facts(width: Int) -> [StyledLine] { facts(width: width, areBuiltIn: true) }

  private func customFields(width: Int) -> [StyledLine] { facts(width: width, areBuiltIn: false) }

  private func facts(width: Int, areBuiltIn: Bool) -> [StyledLine] {
    let pairs = BeerText.facts(fields, dates: appearance.dates, sheet: sheet)
      .filter { BeerText.isBuiltIn($0.name) == areBuiltIn }
    let searched = Set(pairs.filter(BeerText.isSearched).map(\.name))
    let marked = conflicts?.labels ?? []
    return KeyValueLines(
      // A part of the tasting sheet begins with a capital letter.
      pairs: pairs, marked: marked.union(marked.map(\.capitalizedFirst)),
      shown: { searched.contains($0) ? highlighted($1) : $1 }
    ).lines(width: width, appearance, nameStyle: theme.secondary)
  }

  private var notes: [StyledLine] { notes(width: textWidth) }

  private func notes(width: Int) -> [StyledLine] {
    guard let notes = BeerText.readable(fields.notes) else { return [] }
    return [[.init("Notes", theme.title), mark("notes")]]
      + notes.wrapped(to: width).map { highlighted(StyledLine($0)) }
  }

  /// Returns the mark of a column whose values differ between devices; empty for another one.
  private func mark(_ column: String) -> StyledLine.Span {
    let label = BeerColumn.named(column)?.label ?? column
    return .init(conflicts?.labels.contains(label) == true ? KeyValueLines.mark : "", theme.problem)
  }

  private func highlighted(_ line: StyledLine) -> StyledLine { highlight?.shown(in: line) ?? line }

  /// The facts, the picture, the notes, the custom fields, the times and the photos, one below the other.
  private var stacked: [[StyledLine]] {
    let facts = facts(width: textWidth)
    let custom = customFields(width: textWidth)
    let picture = pictureLines(width: width, rows: height - 2)
    let photos = photos(width: width)
    let rows = timesRows(nextTo: [name, heading, facts, picture, notes, custom, photos, origin])
    return [facts, picture, notes, custom, timesLines.list(width: textWidth, rows: rows), photos]
  }

  /// The rows between the lines above and below, with which the whole page is visible without scrolling.
  private var rowsForMiddle: Int {
    height - Self.rows(of: [name, heading, origin])
  }

  /// The facts, the pictures, and the notes with the times and the list of photos next to each other; `nil` if the pictures
  /// leave too little room.
  private var threeParts: [[StyledLine]]? {
    let pictures = pictures(width: rightWidth, rows: max(6, rowsForMiddle))
    let picturesWidth = pictures.map(\.columns).max() ?? 0
    let room = width - picturesWidth - 4
    let textWidth = min(Self.maxTextWidth, room - Self.minFactsWidth)
    guard textWidth >= Self.minTextWidth else { return nil }
    let factsWidth = min(Self.maxTextWidth, room - textWidth)
    let notes = notes(width: textWidth)
    let photos = photos(width: textWidth)
    let timesRows = timesRows(nextTo: [name, heading, notes, photos, origin])
    let texts = StyledLine.joined([notes, timesLines.list(width: textWidth, rows: timesRows), photos])
    let right = StyledLine.sideBySide(pictures, texts, at: picturesWidth + 2)
    let left = StyledLine.joined([facts(width: factsWidth), customFields(width: factsWidth)])
    return [StyledLine.sideBySide(left, right, at: factsWidth + 2)]
  }

  /// The facts and notes with the picture at their right, and the list of photos below it if it fits.
  private var sideBySide: [[StyledLine]] {
    let hasList = width >= Self.minWidthForPhotoList
    let list = hasList ? [StyledLine.blank] + photos(width: rightWidth) : []
    let rows = max(6, rowsForMiddle - min(list.count, height / 3))
    let right = pictures(width: rightWidth, rows: rows) + list
    let below = hasList ? [] : photos(width: width)
    let facts = facts(width: factsWidth)
    let notes = notes(width: factsWidth)
    let custom = customFields(width: factsWidth)
    let timesRows = timesRows(nextTo: [name, heading, facts, notes, custom, below, origin])
    let times = timesLines.list(width: factsWidth, rows: timesRows)
    let left = joined([facts, notes, custom, times], from: Self.rows(of: [name, heading]))
    return [StyledLine.sideBySide(left, right, at: factsWidth + 2), below]
  }

  /// The facts and times, and at their right the notes, with a glass below them if they leave room for it.
  private var withoutPhoto: [[StyledLine]] {
    let width = min(Self.maxTextWidth, rightWidth)
    let notes = notes(width: width)
    let rows = rowsForMiddle - (notes.isEmpty ? 0 : notes.count + 1)
    let glass = BeerGlass(style: fields.style, appearance: appearance).large(columns: width, rows: rows)
    let facts = facts(width: factsWidth)
    let custom = customFields(width: factsWidth)
    let timesRows = timesRows(nextTo: [name, heading, facts, custom, origin])
    let left = StyledLine.joined([facts, custom, timesLines.list(width: factsWidth, rows: timesRows)])
    return [StyledLine.sideBySide(left, StyledLine.joined([notes, glass]), at: factsWidth + 2)]
  }

  /// The first photo, with the next ones at its right if there is room.
  private func pictures(width: Int, rows: Int) -> [StyledLine] {
    let first = pictureLines(width: width, rows: rows)
    let column = (first.map(\.columns).max() ?? 0) + 2
    let small = Self.minSmallSize
    let count = min(
      detail.photos.count, Self.pictureCount(Size(width: self.width, height: height)), 1 + rows / small.height
    )
    guard count > 1, width - column >= small.width else { return first }
    let others = (1..<count).flatMap {
      pictureLines(at: $0, width: width - column, rows: rows / (count - 1))
    }
    return StyledLine.sideBySide(first, others, at: column)
  }

  /// A photo in the largest frame of its shape that fits; empty if there is no room.
  private func pictureLines(at index: Int = 0, width: Int, rows: Int) -> [StyledLine] {
    guard detail.photos.indices.contains(index) else { return [] }
    let photo = detail.photos[index]
    return PictureBox(
      photo: photo.id, picture: pictures[photo.id], metadata: photo.metadata, appearance: appearance,
      renderings: renderings
    )
    .framed(width: width, rows: rows, position: index + 1, photoCount: detail.photos.count)
  }

  private func photos(width: Int) -> [StyledLine] {
    guard !detail.photos.isEmpty else { return [] }
    let title = theme.listTitle("Photos", count: detail.photos.count)
    let shown = Array(detail.photos.prefix(Self.maxPhotos))
    let lines = PhotoLines(photos: shown, appearance: appearance, width: width)
    let others = detail.photos.count - shown.count
    let more = others > 0 ? [theme.hiddenItems(others)] : []
    return [title] + lines.all.flatMap { $0 } + more
  }

  private var origin: [StyledLine] {
    let added = OriginText.dateAdded(detail).map { "added " + appearance.dates.short($0) }
    let source = detail.beer.origin.map(OriginText.text)
    let text = [added, source].compactMap { $0 }.joined(separator: ", ")
    return [StyledLine(text, theme.secondary)]
  }

  private var textWidth: Int { max(1, min(width, Self.maxTextWidth)) }

  /// The columns next to the picture, which gets more than half of the screen.
  private var factsWidth: Int { min(Self.maxTextWidth, max(Self.minFactsWidth, width * 2 / 5)) }

  private var rightWidth: Int { width - factsWidth - 2 }
}
