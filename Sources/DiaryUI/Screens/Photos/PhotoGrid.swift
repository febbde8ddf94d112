/// Where the pictures of a beer's photos are: several beside each other, or each beside its words where room is scarce.
struct PhotoGrid: Hashable, Sendable {
  static let gap = 2
  /// The frame's two rows, the description and the caption.
  private static let rowsAroundPicture = 4
  /// Narrower pictures show too little.
  private static let leastTile = 24
  private static let usualTileHeight = 17.0

  /// Whether the words stand at the right of the picture instead of below it.
  let hasWordsBeside: Bool
  let columns: Int
  let rowsPerScreen: Int
  let tileWidth: Int
  let tileHeight: Int
  /// The picture inside the frame; nothing where there is no room for one.
  let pictureColumns: Int
  let pictureRows: Int

  /// - Parameters:
  ///   - width: The columns for all.
  ///   - height: The rows for all.
  ///   - count: The photos; where they are few they are larger.
  init(width: Int, height: Int, count: Int) {
    hasWordsBeside = width < 2 * Self.leastTile + Self.gap || height < 9
    if hasWordsBeside {
      columns = max(1, (width + Self.gap) / 40)
      rowsPerScreen = max(1, height / 7)
      tileHeight = max(1, min(12, height / rowsPerScreen))
      tileWidth = (width - (columns - 1) * Self.gap) / columns
      pictureRows = tileHeight >= 4 ? tileHeight - 2 : 0
      pictureColumns = min(2 * pictureRows, tileWidth / 2 - 2)
      return
    }
    let most = (width + Self.gap) / (Self.leastTile + Self.gap)
    columns = max(1, min(most, count))
    rowsPerScreen =
      count <= most ? 1 : max(1, Int((Double(height) / Self.usualTileHeight).rounded()))
    let room = (width - (columns - 1) * Self.gap) / columns - 2
    let rows = height / rowsPerScreen - Self.rowsAroundPicture
    // At least square: photos stand and lie. Where columns are scarce, one of 3:4 fills the rows.
    pictureColumns = min(room, rows * 2)
    pictureRows = min(rows, (pictureColumns * 2 + 2) / 3)
    tileWidth = pictureColumns + 2
    tileHeight = pictureRows + Self.rowsAroundPicture
  }

  /// How many rows of the grid some photos take.
  func rows(for count: Int) -> Int { (count + columns - 1) / columns }

  /// The place that a step leads to from another, of `count`.
  func place(from place: Int, _ move: Move, count: Int) -> Int {
    let last = max(0, count - 1)
    func down(_ rows: Int) -> Int {
      let row = min(max(0, place / columns + rows), last / columns)
      return min(last, row * columns + place % columns)
    }
    return switch move {
    case .left: max(0, place - 1)
    case .right: min(last, place + 1)
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
