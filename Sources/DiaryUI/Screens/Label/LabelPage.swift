import DiaryModel
import DiaryStore
import DiaryText
import Terminal

/// The rows of a label's page, and where they are.
///
/// On a wide screen, the photos are next to the times, and each part scrolls. Otherwise all of it is one long page, which has
/// a glass in the color of the style at its right if there are no photos.
struct LabelPage {
  /// A row of the part that scrolls by rows: the whole page, or the photos.
  enum Row: Hashable {
    case text(StyledLine)
    /// The time with an index.
    case time(Int)
    /// One of the rows of photos next to each other.
    case tiles(line: Int, row: Int)
  }

  /// What can be clicked.
  enum Item: Hashable {
    case time(Int)
    case photo(Int)
  }

  /// Photos of one beer next to each other.
  struct PhotoLine: Hashable {
    /// The indexes of the photos.
    let photos: Range<Int>
    /// The index of its first row among those of all photos.
    let firstRow: Int
    /// Whether it begins with a heading, because its photos are the first ones of the beer.
    let hasHeading: Bool
  }

  private static let minWidthForTwoParts = 100
  /// The rows that the times need next to photos.
  private static let minRowsForTwoParts = 8
  private static let minWidthForNumbers = 60
  /// Longer times are hard to read if nothing is next to them.
  private static let maxTextWidth = 100
  private static let minGlassWidth = 24
  /// The times that are visible together with the header.
  private static let minTimes = 4
  private static let gap = 3

  let detail: LabelDetail
  /// Whether the photos are next to the times.
  let isWide: Bool
  /// The rows of the screen whose contents scroll.
  let scrolledRows: Range<Int>
  /// How often and how well the user had the beer.
  let header: [StyledLine]
  let timesWidth: Int
  /// A glass in place of photos; empty if there are some, and without room for it.
  let glass: [StyledLine]
  /// The column of the screen at which photos begin.
  let photosColumn: Int
  let grid: PhotoGrid
  let lines: [PhotoLine]
  /// The columns before photos and their headings, which center the widest line of photos.
  private let photoIndent: Int
  /// The number of photos of all beers.
  private let photoCount: Int
  private let appearance: Appearance
  private var theme: Theme { appearance.theme }

  init(_ detail: LabelDetail, in context: ScreenContext) {
    let layout = context.layout
    let body = layout.body
    let width = detail.photos.isEmpty ? min(Self.maxTextWidth, layout.contentWidth) : layout.contentWidth
    self.detail = detail
    appearance = context.appearance
    let glassWidth = layout.contentWidth - width - Self.gap
    let glass = BeerGlass(style: detail.label.facts.style, appearance: appearance)
    self.glass = glassWidth >= Self.minGlassWidth ? glass.large(columns: glassWidth, rows: body.count) : []
    // Below the header are a blank row and the title of the times.
    let headerRows = body.count - 2 - min(Self.minTimes, detail.beers.count)
    header = Self.header(detail, width: width, rows: headerRows, appearance)
    // Below the header are a blank row and the titles.
    let rowsBelow = body.count - header.count - 2
    isWide =
      layout.size.width >= Self.minWidthForTwoParts && rowsBelow >= Self.minRowsForTwoParts
      && !detail.photos.isEmpty
    scrolledRows = isWide ? body.upperBound - rowsBelow..<body.upperBound : body
    timesWidth = isWide ? (width - Self.gap) / 2 : width
    photosColumn = isWide ? 1 + timesWidth + Self.gap : 1
    grid = PhotoGrid(
      width: isWide ? width - timesWidth - Self.gap : width, height: max(1, scrolledRows.count - 1),
      count: detail.photos.count, hasPictures: appearance.pictureMethod.drawsPictures,
      captions: detail.photos.lazy.map(\.caption))
    lines = Self.lines(detail.photos, grid)
    photoIndent = grid.left(forRowsOf: lines.map(\.photos.count).max() ?? 0)
    photoCount = detail.photoCount
  }

  /// The column of the screen at which the part with the glass begins.
  var glassColumn: Int { 1 + timesWidth + Self.gap }

  private static func lines(_ photos: [Photo], _ grid: PhotoGrid) -> [PhotoLine] {
    var lines: [PhotoLine] = []
    var first = 0
    var row = 0
    while first < photos.count {
      let beer = photos[first].beerID
      let isStart = first == 0 || photos[first - 1].beerID != beer
      let together = photos[first...].prefix(grid.columns).prefix(while: { $0.beerID == beer })
      lines.append(PhotoLine(photos: first..<together.endIndex, firstRow: row, hasHeading: isStart))
      row += (isStart ? 1 : 0) + grid.tileHeight
      first = together.endIndex
    }
    return lines
  }

  // MARK: - Rows

  /// The number of rows that scroll.
  var rowCount: Int {
    isWide ? photoRowCount : lines.isEmpty ? firstTime + detail.beers.count : firstPhotoRow + photoRowCount
  }

  /// The index of the row of the first time, below the title, and a blank row if there is a header.
  private var firstTime: Int { header.isEmpty ? 1 : header.count + 2 }

  /// The index of the first row of photos.
  private var firstPhotoRow: Int { isWide ? 0 : firstTime + detail.beers.count + 2 }

  private var photoRowCount: Int {
    guard let last = lines.last else { return 0 }
    return firstTile(of: last) + grid.tileHeight + (hiddenPhotos > 0 ? 1 : 0)
  }

  /// The number of photos that are not on the page.
  private var hiddenPhotos: Int { max(0, photoCount - detail.photos.count) }

  private func firstTile(of line: PhotoLine) -> Int { line.firstRow + (line.hasHeading ? 1 : 0) }

  /// Returns a row that scrolls; `nil` after the last one.
  func row(_ index: Int) -> Row? {
    guard index >= 0, index < rowCount else { return nil }
    if index >= firstPhotoRow { return photoRow(index - firstPhotoRow) }
    if header.indices.contains(index) { return .text(header[index]) }
    if detail.beers.indices.contains(index - firstTime) { return .time(index - firstTime) }
    if index == firstTime - 1 { return .text(timesTitle) }
    return .text(index == firstPhotoRow - 1 ? photosTitle : .blank)
  }

  private var indent: StyledLine { StyledLine(String(repeating: " ", count: photoIndent)) }

  private func photoRow(_ index: Int) -> Row? {
    guard let lineIndex = lines.lastIndex(where: { $0.firstRow <= index }) else { return nil }
    let line = lines[lineIndex]
    let row = index - firstTile(of: line)
    if row < 0 { return .text(indent + heading(of: line)) }
    if row < grid.tileHeight { return .tiles(line: lineIndex, row: row) }
    return .text(indent + theme.hiddenItems(hiddenPhotos))
  }

  /// Returns the rows to which the page scrolls, one after the other.
  func rowsToReveal(_ part: LabelScreen.Part, time: Int, photo: Int) -> [Int] {
    if part == .times, !isWide { return (time == 0 ? [0] : []) + [firstTime + time] }
    guard let lineIndex = line(of: photo) else { return [] }
    let selected = lines[lineIndex]
    // Below the last photos may be the number of the others.
    let end = lineIndex == lines.count - 1 ? photoRowCount : firstTile(of: selected) + grid.tileHeight
    return [firstPhotoRow + end - 1, firstPhotoRow + selected.firstRow]
  }

  // MARK: - Photos

  /// Returns the index of the line that has a photo.
  func line(of photo: Int) -> Int? { lines.firstIndex { $0.photos.contains(photo) } }

  /// Returns the index of the photo after a move from another one.
  func photo(from photo: Int, _ move: Move) -> Int {
    guard let line = line(of: photo) else { return 0 }
    let last = detail.photos.count - 1
    func down(_ count: Int) -> Int {
      let target = lines[min(max(0, line + count), lines.count - 1)].photos
      return min(target.upperBound - 1, target.lowerBound + photo - lines[line].photos.lowerBound)
    }
    return switch move {
    case .left: max(0, photo - 1)
    case .right: min(last, photo + 1)
    case .down: down(1)
    case .up: down(-1)
    case .pageDown: down(grid.rowsPerScreen)
    case .pageUp: down(-grid.rowsPerScreen)
    case .halfPageDown: down(max(1, grid.rowsPerScreen / 2))
    case .halfPageUp: down(-max(1, grid.rowsPerScreen / 2))
    case .first: 0
    case .last: last
    }
  }

  /// Returns the photos on some of the rows that scroll.
  func photos(onRows rows: Range<Int>) -> [Int64] {
    let rows = rows.clamped(to: firstPhotoRow..<max(firstPhotoRow, rowCount))
    guard !rows.isEmpty else { return [] }
    let visible = lines.filter {
      firstPhotoRow + $0.firstRow < rows.upperBound
        && firstPhotoRow + firstTile(of: $0) + grid.tileHeight > rows.lowerBound
    }
    return visible.flatMap { detail.photos[$0.photos].map(\.id) }
  }

  /// Returns the column of the screen at which a photo of a line begins.
  func column(of photo: Int, in line: PhotoLine) -> Int {
    photosColumn + photoIndent + (photo - line.photos.lowerBound) * (grid.tileWidth + PhotoGrid.gap)
  }

  // MARK: - Clicks

  /// Returns what is at a point of the screen.
  ///
  /// - Parameters:
  ///   - times: The first visible time, if the photos are next to the times.
  ///   - offset: The first visible row of those that scroll.
  func item(at point: Point, times: Int, offset: Int) -> Item? {
    guard scrolledRows.contains(point.row) else { return nil }
    let row = point.row - scrolledRows.lowerBound
    if isWide, point.column < photosColumn {
      return detail.beers.indices.contains(times + row) ? .time(times + row) : nil
    }
    switch self.row(offset + row) {
    case .time(let index): return .time(index)
    case .tiles(let lineIndex, _):
      let line = lines[lineIndex]
      let photo = line.photos.first { photo in
        let start = column(of: photo, in: line)
        return (start..<start + grid.tileWidth).contains(point.column)
      }
      return photo.map { Item.photo($0) }
    case .text, nil: return nil
    }
  }
}

// MARK: - Texts

extension LabelPage {
  /// Returns the name, if it is too long for the title, then what is on the label, and the numbers.
  ///
  /// If there are not enough rows, the numbers are the last to be left out.
  private static func header(
    _ detail: LabelDetail, width: Int, rows: Int, _ appearance: Appearance
  ) -> [StyledLine] {
    let facts = detail.label.facts
    let history = detail.label.history
    let theme = appearance.theme
    let name = StyledLine(BeerText.readable(facts.name) ?? "", theme.name)
    let kind = [facts.brewery, facts.style, BeerText.abv(facts.abv)].compactMap(BeerText.readable)
      .joined(separator: " \(appearance.glyphs.separator) ")
    let dates = self.dates(history, appearance)
    let blocks: [[StyledLine]] = [
      name.columns > width ? name.wrapped(to: width) : [],
      kind.isEmpty ? [] : StyledLine(kind).wrapped(to: width),
      dates.isEmpty ? [] : StyledLine(dates, theme.secondary).wrapped(to: width),
      ratings(detail, width: width, appearance),
    ]
    return blocks.reversed().reduce(into: []) { lines, block in
      if lines.count + block.count <= rows { lines = block + lines }
    }
  }

  /// Returns the first and the last day; empty if no day is known.
  private static func dates(_ history: LabelHistory, _ appearance: Appearance) -> String {
    guard let first = history.first.map(appearance.dates.short),
      let last = history.last.map(appearance.dates.short)
    else { return "" }
    if first != last { return "First \(first), last \(last)" }
    return history.times == 1 ? "Had once, on \(first)" : "Had on \(first)"
  }

  /// The mean and the best rating, and the ratings as a curve if there is room.
  private static func ratings(_ detail: LabelDetail, width: Int, _ appearance: Appearance) -> [StyledLine] {
    let history = detail.label.history
    let text =
      switch history.ratedTimes {
      case 0: "not rated"
      case 1: "rated " + BeerText.rating(history.meanRating)
      default: TimesLines.ratingSummary(mean: history.meanRating, best: history.bestRating)
      }
    let curve = TimesLines(times: detail.beers, current: 0, appearance: appearance)
      .labeledCurve(width: width - text.columns - 3)
    if curve.columns == 0 { return StyledLine(text).wrapped(to: width) }
    return [StyledLine(text + "   ") + curve]
  }

  var timesTitle: StyledLine { theme.listTitle("Times", count: detail.beers.count) }

  var photosTitle: StyledLine { theme.listTitle("Photos", count: photoCount) }

  /// Returns the date of the beer of some photos.
  private func heading(of line: PhotoLine) -> StyledLine {
    let id = detail.photos[line.photos.lowerBound].beerID
    guard let beer = detail.beers.first(where: { $0.id == id }) else { return .blank }
    return StyledLine(beer.drunkAt.map(appearance.dates.short) ?? "no date", theme.name)
  }

  /// Returns date, rating, venue, the beginning of the notes, and the number of photos.
  func line(ofTime index: Int) -> StyledLine {
    let beer = detail.beers[index]
    let date = beer.drunkAt.map(appearance.dates.short) ?? ""
    let rating = hasNumbers ? " " + appearance.numberAfterStars(beer.rating).fitted(to: 4) : ""
    let facts: StyledLine = [
      .init(date.fitted(to: 11, alignment: .trailing)),
      .init(
        "  " + appearance.stars(beer.rating).fitted(to: 5), theme.rating(beer.rating)
      ),
      .init(rating),
    ]
    guard textRoom > 0 else { return facts }
    let text = text(of: beer).fitted(to: textRoom, ellipsis: String(appearance.glyphs.ellipsis))
    let photos = photoText(beer, inWords: hasNumbers).fitted(to: photosWidth, alignment: .trailing)
    return facts + StyledLine("  " + text + photos, theme.secondary)
  }

  /// Returns the venue and the notes of a time if its line has no room for all of them.
  func cutText(ofTime index: Int) -> String? {
    guard detail.beers.indices.contains(index) else { return nil }
    let text = text(of: detail.beers[index])
    return text.columns > textRoom ? text : nil
  }

  private var hasNumbers: Bool { timesWidth >= Self.minWidthForNumbers }

  private var photosWidth: Int { detail.photos.isEmpty ? 0 : hasNumbers ? 11 : 5 }

  /// The columns between the facts of a time and the number of its photos.
  private var textRoom: Int {
    let facts = 11 + 2 + 5 + (hasNumbers ? 5 : 0)
    return timesWidth - facts - 2 - photosWidth
  }

  private func photoText(_ beer: BeerListItem, inWords: Bool) -> String {
    if beer.photoCount == 0 { return "" }
    return inWords ? NumberText.count(beer.photoCount, "photo") : "+\(beer.photoCount)"
  }

  /// Returns the venue and the beginning of the notes.
  private func text(of beer: BeerListItem) -> String {
    let notes = detail.notes[beer.id].map {
      $0.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
    return [beer.place, notes].compactMap(BeerText.readable)
      .joined(separator: " \(appearance.glyphs.separator) ")
  }
}
