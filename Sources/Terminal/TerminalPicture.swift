/// A part of a picture; 0 to 1 are the sides of the whole one.
package struct PictureRegion: Hashable, Sendable {
  /// The left edge, from 0 at the left of the picture to 1 at its right.
  package let x: Double
  /// The top edge, from 0 at the top of the picture to 1 at its bottom.
  package let y: Double
  /// The width as a fraction of the picture's; `x + width` is at most 1.
  package let width: Double
  /// The height as a fraction of the picture's; `y + height` is at most 1.
  package let height: Double

  /// The whole picture.
  package static let whole = PictureRegion(x: 0, y: 0, width: 1, height: 1)

  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

/// What a picture in a box of cells shows, and how it is made.
package struct PictureSpec: Hashable, Sendable {
  /// How the picture is drawn on the terminal.
  package enum Encoding: Hashable, Sendable {
    /// Characters by their density: dark ones on a light background, or light ones on a dark one.
    case characters(onLight: Bool)
    /// Block elements in 24-bit color, or in the palette of 256 colors.
    case blocks(hasMixedColors: Bool)
    /// Commands of kitty's graphics protocol.
    case kitty
    /// Sixels in at most this number of colors.
    case sixel(colors: Int)
  }

  /// The id of the photo.
  package let photo: Int64
  /// The size of the box in cells, at least 1 by 1.
  package let box: Size
  /// The size of a cell in pixels of the picture, at least 1 by 1.
  package let cell: Size
  /// Whether the picture fills the box, so that only its middle is shown, instead of being shown as a whole.
  package let isFilled: Bool
  /// The part of the photo that is shown.
  package let region: PictureRegion
  /// How the picture is drawn on the terminal.
  package let encoding: Encoding
  /// The color around a picture in cells that it does not fill.
  package let background: Color

  /// Creates a specification; a side of the box or the cell below 1 counts as 1.
  package init(
    photo: Int64, box: Size, cell: Size, isFilled: Bool = false, region: PictureRegion = .whole,
    encoding: Encoding, background: Color = Color(0)
  ) {
    self.photo = photo
    self.box = Size(width: max(1, box.width), height: max(1, box.height))
    self.cell = Size(width: max(1, cell.width), height: max(1, cell.height))
    self.isFilled = isFilled
    self.region = region
    self.encoding = encoding
    self.background = background
  }
}

/// A picture as bytes for the terminal.
///
/// Pictures with the same id are equal.
package struct TerminalPicture: Sendable {
  /// The protocol by which a terminal gets the picture.
  package enum Format: Hashable, Sendable { case kitty, sixel }

  /// Different for each picture of a run; not 0.
  package let id: UInt32
  /// The protocol of ``commands``.
  package let format: Format
  /// The size in cells.
  package let size: Size
  /// The height of a cell in pixels of the picture.
  package let cellHeight: Int
  /// The commands in their order: with kitty's protocol they send the picture to the terminal, and each one with sixels
  /// draws a strip of the picture at the cursor, from the top.
  package let commands: [[UInt8]]
  /// The rows of cells that each strip of sixels has, at least 1; the last strip may have fewer.
  package let rowsPerStrip: Int

  /// Creates a picture.
  ///
  /// - Parameter rowsPerStrip: `nil` for kitty's protocol, or if one command draws the whole picture.
  package init(
    id: UInt32, format: Format, size: Size, cellHeight: Int, commands: [[UInt8]], rowsPerStrip: Int? = nil
  ) {
    self.id = id
    self.format = format
    self.size = size
    self.cellHeight = cellHeight
    self.commands = commands
    self.rowsPerStrip = max(1, rowsPerStrip ?? size.height)
  }

  /// The number of bytes of all commands.
  package var byteCount: Int { commands.reduce(0) { $0 + $1.count } }
}

extension TerminalPicture: Hashable {
  package static func == (one: TerminalPicture, other: TerminalPicture) -> Bool { one.id == other.id }

  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// Where a picture is on the screen, in place of the cells there.
package struct PicturePlacement: Hashable, Sendable {
  /// The picture, which is drawn in its full width.
  package let picture: TerminalPicture
  /// The cell at the top left of what is visible.
  package let origin: Point
  /// The rows of the picture that are visible, in cells.
  package var rows: Range<Int>

  package init(_ picture: TerminalPicture, at origin: Point, rows: Range<Int>) {
    self.picture = picture
    self.origin = origin
    self.rows = rows
  }

  /// Whether all rows are visible.
  package var isWhole: Bool { rows == 0..<picture.size.height }

  /// The rows of the screen.
  package var screenRows: Range<Int> { origin.row..<origin.row + rows.count }

  /// Returns whether the visible part covers a cell of the screen.
  package func contains(column: Int, row: Int) -> Bool {
    screenRows.contains(row) && (origin.column..<origin.column + picture.size.width).contains(column)
  }
}
