import DiaryModel
import DiaryStore
import DiaryText
import Terminal

/// The layout of a beer's photos: several next to each other, each next to its text if there is little room, or one below
/// the other without pictures.
struct PhotoGrid: Hashable, Sendable {
  static let gap = 2
  /// The frame's two rows and the description; the caption is below them.
  private static let rowsAroundPicture = 3
  /// A picture that would be lower leaves no room for a second line of the captions.
  private static let minRowsAboveLongCaption = 6
  /// The minimum width of a tile; narrower pictures show too little.
  private static let minTileWidth = 24
  private static let usualTileHeight = 17.0
  /// The words about a photo, which leave a blank row before the next one unless they are long.
  private static let rowsOfWords = 3

  /// Whether the text is at the right of the picture instead of below it.
  let hasTextNextToPicture: Bool
  let columns: Int
  let rowsPerScreen: Int
  let tileWidth: Int
  let tileHeight: Int
  private let width: Int
  /// Whether tiles are as wide as their pictures; others fill the width together.
  private var isCentered: Bool { !hasTextNextToPicture && pictureRows > 0 }
  /// The size of the picture inside the frame; no rows if there is no room for one.
  let pictureColumns: Int
  let pictureRows: Int
  /// The rows for a caption below a picture: two if some caption is longer than one, and the picture leaves room.
  let captionRows: Int

  /// Lays out photos in the available area.
  ///
  /// - Parameters:
  ///   - width: The columns of the grid.
  ///   - height: The rows of the grid.
  ///   - count: The number of photos; a few photos are larger.
  ///   - hasPictures: Whether pictures are drawn.
  ///   - captions: The captions of the photos.
  init(
    width: Int, height: Int, count: Int, hasPictures: Bool = true,
    captions: some Sequence<String?> = EmptyCollection<String?>()
  ) {
    self.width = width
    guard hasPictures else {
      hasTextNextToPicture = false
      columns = 1
      rowsPerScreen = max(1, height / Self.rowsOfWords)
      tileHeight = max(1, min(Self.rowsOfWords, height))
      tileWidth = width
      // Short lines do not label the first photo as the thumbnail.
      pictureColumns = width >= 40 ? width - 2 : 0
      pictureRows = 0
      captionRows = 2
      return
    }
    hasTextNextToPicture = width < 2 * Self.minTileWidth + Self.gap || height < 9
    if hasTextNextToPicture {
      columns = max(1, (width + Self.gap) / 40)
      rowsPerScreen = max(1, height / 7)
      tileHeight = max(1, min(12, height / rowsPerScreen))
      tileWidth = (width - (columns - 1) * Self.gap) / columns
      pictureRows = tileHeight >= 4 ? tileHeight - 2 : 0
      pictureColumns = min(2 * pictureRows, tileWidth / 2 - 2)
      captionRows = tileHeight
      return
    }
    let maxColumns = (width + Self.gap) / (Self.minTileWidth + Self.gap)
    columns = max(1, min(maxColumns, count))
    rowsPerScreen =
      count <= maxColumns ? 1 : max(1, Int((Double(height) / Self.usualTileHeight).rounded()))
    let room = (width - (columns - 1) * Self.gap) / columns - 2
    let rows = height / rowsPerScreen - Self.rowsAroundPicture
    let lowerPicture = Self.pictureSize(columns: room, rows: rows - 2)
    let picture = Self.pictureSize(columns: room, rows: rows - 1)
    let needsTwoRows =
      lowerPicture.height >= Self.minRowsAboveLongCaption
      && captions.contains { caption in
        // The columns are counted only if there may be too many.
        caption.map { $0.utf8.count > picture.width && $0.columns > picture.width } ?? false
      }
    captionRows = needsTwoRows ? 2 : 1
    pictureColumns = needsTwoRows ? lowerPicture.width : picture.width
    pictureRows = needsTwoRows ? lowerPicture.height : picture.height
    tileWidth = pictureColumns + 2
    tileHeight = pictureRows + Self.rowsAroundPicture + captionRows
  }

  /// Returns the size of a picture in some room.
  ///
  /// It is at least square, because photos are portrait or landscape. With few columns, a photo of 3:4 fills the rows.
  private static func pictureSize(columns: Int, rows: Int) -> Size {
    let width = min(columns, rows * 2)
    return Size(width: width, height: min(rows, (width * 2 + 2) / 3))
  }

  /// The columns before the first tile, which center a grid that is narrower than the screen.
  var left: Int { left(forRowsOf: columns) }

  /// Returns the columns before the first tile that center rows of at most `count` tiles.
  func left(forRowsOf count: Int) -> Int {
    isCentered ? max(0, width + Self.gap - count * (tileWidth + Self.gap)) / 2 : 0
  }

  /// Returns the number of grid rows for `count` photos.
  func rows(for count: Int) -> Int { (count + columns - 1) / columns }

  /// Returns the index after a move from an index, of `count` photos.
  func index(from index: Int, _ move: Move, count: Int) -> Int {
    let last = max(0, count - 1)
    func down(_ rows: Int) -> Int {
      let row = min(max(0, index / columns + rows), last / columns)
      return min(last, row * columns + index % columns)
    }
    return switch move {
    case .left: max(0, index - 1)
    case .right: min(last, index + 1)
    case .down: down(1)
    case .up: down(-1)
    case .pageDown: down(rowsPerScreen)
    case .pageUp: down(-rowsPerScreen)
    case .halfPageDown: down(max(1, rowsPerScreen / 2))
    case .halfPageUp: down(-max(1, rowsPerScreen / 2))
    case .first: 0
    case .last: last
    }
  }
}

// MARK: - Tiles

/// One photo of the grid: its picture in a frame with its number, its description and its caption.
///
/// Without pictures, the number is before the description, so that the line of the cursor says what is selected.
struct PhotoTile {
  let photo: Photo
  let index: Int
  let grid: PhotoGrid
  let isSelected: Bool
  /// Whether the photo is being moved.
  let isPickedUp: Bool
  let context: ScreenContext

  private var appearance: Appearance { context.appearance }
  private var theme: Theme { appearance.theme }

  var lines: [StyledLine] {
    guard appearance.pictureMethod.drawsPictures else {
      let words = words(width: max(1, grid.tileWidth - title.columns - 1), rows: grid.tileHeight)
      let indent = StyledLine(String(repeating: " ", count: title.columns + 1))
      return words.enumerated().map { index, line in (index == 0 ? title + " " : indent) + line }
    }
    guard grid.pictureRows > 0 else {
      return [title + "  "] + words(width: grid.tileWidth, rows: grid.tileHeight - 1)
    }
    guard grid.hasTextNextToPicture else {
      return framed
        + words(width: grid.tileWidth - 2, rows: 1 + grid.captionRows).map { StyledLine(" ") + $0 }
    }
    let column = grid.pictureColumns + 2 + PhotoGrid.gap
    return StyledLine.sideBySide(
      framed, words(width: grid.tileWidth - column, rows: grid.tileHeight), at: column)
  }

  private var framed: [StyledLine] {
    let box = PictureBox(photo, in: context)
    let glyphs = appearance.glyphs
    let frame = FramedLines(
      title: title, frame: isPickedUp ? glyphs.doubleFrame : glyphs.roundFrame,
      style: isSelected ? theme.key : theme.secondary)
    let picture = box.lines(columns: grid.pictureColumns, rows: grid.pictureRows)
    return frame.lines(around: picture, width: grid.pictureColumns)
  }

  /// `▌2`, `1 thumbnail`, `▐2▌ moving`.
  private var title: StyledLine {
    let glyphs = appearance.glyphs
    let number = NumberText.count(index + 1)
    if isPickedUp {
      return [
        .init("\(glyphs.rightBar)\(number)\(glyphs.cursorBar)", theme.reversed(theme.key)),
        .init(grid.pictureColumns >= 16 ? " moving " : "", theme.accent),
      ]
    }
    let mark = index == 0 && grid.pictureColumns >= 16 ? "thumbnail " : ""
    guard isSelected else { return [.init(" \(number) ", theme.key), .init(mark, theme.secondary)] }
    return [
      .init(String(glyphs.cursorBar), theme.accent), .init(number, theme.reversed(theme.key)),
      .init(" " + mark, theme.accent),
    ]
  }

  /// The description, the caption, and the date and camera, as far as there is room.
  ///
  /// - Parameter rows: The rows for all of them.
  private func words(width: Int, rows: Int) -> [StyledLine] {
    let metadata = photo.metadata
    let caption = BeerText.readable(photo.caption)
    let isShort = !grid.hasTextNextToPicture || grid.pictureRows == 0 && caption != nil
    let wanted = isShort ? [metadata.long, metadata.short, metadata.shorter] : [metadata.long]
    let description = wanted.first { $0.columns <= width } ?? wanted.last ?? ""
    let circumstances = photo.circumstances(appearance)
    let plain = isSelected ? theme.name : theme.plain
    if appearance.usesWords, let caption {
      // The first line is the one that a screen reader reads.
      let first = [caption, description].joined(separator: ", ")
      return filled(
        width, rows, (first, plain, grid.captionRows), (circumstances, theme.secondary, 1))
    }
    if grid.hasTextNextToPicture {
      return filled(
        width, rows, (description, plain, caption == nil ? rows : max(1, rows / 2)),
        (caption ?? "", .plain, rows), (circumstances, theme.secondary, rows))
    }
    let below = caption.map { ($0, Style.plain, grid.captionRows) }
    return filled(
      width, rows, (description, plain, 1), below ?? (circumstances, theme.secondary, grid.captionRows))
  }

  /// Returns texts, each in at most so many rows, as far as there is room for them.
  private func filled(
    _ width: Int, _ rows: Int, _ texts: (text: String, style: Style, maxRows: Int)...
  ) -> [StyledLine] {
    texts.reduce(into: []) { lines, part in
      let room = min(part.maxRows, rows - lines.count)
      guard !part.text.isEmpty, room > 0 else { return }
      lines += part.text.wrapped(
        to: width, maxLines: room, ellipsis: String(appearance.glyphs.ellipsis)
      ).map { StyledLine($0, part.style) }
    }
  }
}
