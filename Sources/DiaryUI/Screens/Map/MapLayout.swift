import Terminal

/// The parts of the screen: the map, and the list of venues next to it, below it, or nowhere if there is no room; in
/// words, the list is in place of the map.
struct MapLayout: Hashable {
  private static let minWidthForColumns = 70
  private static let maxListWidth = 40
  private static let minHeightForRows = 8
  private static let gap = 2

  let mapOrigin: Point
  let mapSize: Size
  /// The column of the cursor's bar and the first row of the list.
  let listOrigin: Point
  /// The size without the bar; has no rows if there is no list.
  let listSize: Size

  init(_ context: ScreenContext) {
    let width = context.layout.contentWidth
    let body = context.layout.body
    mapOrigin = Point(column: 1, row: body.lowerBound)
    if context.appearance.usesWords {
      mapSize = Size(width: width, height: body.count)
      listOrigin = Point(column: 0, row: body.lowerBound)
      listSize = mapSize
    } else if width >= Self.minWidthForColumns {
      let list = min(Self.maxListWidth, width / 3)
      mapSize = Size(width: width - list - Self.gap, height: body.count)
      listOrigin = Point(column: 1 + mapSize.width + Self.gap - 1, row: body.lowerBound)
      listSize = Size(width: list, height: body.count)
    } else {
      let rows = body.count >= Self.minHeightForRows ? body.count / 3 : 0
      mapSize = Size(width: width, height: body.count - rows)
      listOrigin = Point(column: 0, row: body.upperBound - rows)
      listSize = Size(width: width, height: rows)
    }
  }
}
