import Terminal

/// The positions of cards: in columns next to each other, which are filled from above one after the other.
///
/// So moving down leads through all cards, as in a list of one column.
struct CardGrid: Hashable, Sendable {
  private static let minWidth = 64
  private static let gap = 3
  private static let pitch = ListCard.height + 1

  let columns: Int
  /// The number of cards in each column.
  let rows: Int
  /// The columns of a card between its margins.
  let width: Int

  /// Lays out cards in the columns and rows of a list.
  init(width: Int, height: Int) {
    columns = max(1, (width + Self.gap) / (Self.minWidth + Self.gap))
    // The last card needs no blank row.
    rows = max(1, (height + 1) / Self.pitch)
    self.width = (width - (columns - 1) * Self.gap) / columns
  }

  /// The number of cards that fit.
  var count: Int { columns * rows }

  /// Returns the top left of a card.
  func origin(of index: Int) -> Point {
    Point(column: index / rows * (width + Self.gap), row: index % rows * Self.pitch)
  }

  /// Returns the card at a point; `nil` outside.
  func index(at point: Point) -> Int? {
    let column = point.column / (width + Self.gap)
    let row = point.row / Self.pitch
    return 0..<columns ~= column && 0..<rows ~= row ? column * rows + row : nil
  }
}
