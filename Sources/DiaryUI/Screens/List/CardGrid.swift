import Terminal

/// The positions of cards: in rows, each from left to right.
///
/// Cards are large, with a picture, if two fit below each other; otherwise they are three lines of text.
struct CardGrid: Hashable, Sendable {
  private static let minWidth = 64
  private static let minLargeWidth = 32
  private static let gap = 3

  /// Whether the cards are large.
  let isLarge: Bool
  let columns: Int
  /// The number of cards below each other.
  let rows: Int
  /// The columns of a card between its margins.
  let width: Int
  /// The rows from one card to the next.
  private let pitch: Int

  /// Lays out cards in the columns and rows of a list.
  ///
  /// - Parameter hasPictures: Whether cards have something to draw.
  init(width: Int, height: Int, hasPictures: Bool) {
    isLarge = hasPictures && width >= Self.minLargeWidth && height > 2 * LargeListCard.height
    pitch = (isLarge ? LargeListCard.height : ListCard.height) + 1
    columns = max(1, (width + Self.gap) / ((isLarge ? Self.minLargeWidth : Self.minWidth) + Self.gap))
    // The last card needs no blank row.
    rows = max(1, (height + 1) / pitch)
    self.width = (width - (columns - 1) * Self.gap) / columns
  }

  /// The number of cards that fit.
  var count: Int { columns * rows }

  /// Returns the top left of a card.
  func origin(of index: Int) -> Point {
    Point(column: index % columns * (width + Self.gap), row: index / columns * pitch)
  }

  /// Returns the card at a point; `nil` outside.
  func index(at point: Point) -> Int? {
    let column = point.column / (width + Self.gap)
    let row = point.row / pitch
    return 0..<columns ~= column && 0..<rows ~= row ? row * columns + column : nil
  }
}
