import DiaryModel
import Terminal

/// The parts of the screen with conflicts: why the last synchronization failed, the list, and the values of the conflict
/// under the cursor.
///
/// They do not depend on the conflict under the cursor, so that nothing moves with it.
struct ConflictsLayout {
  /// The place of a value.
  struct Box: Hashable, Sendable {
    /// The index of the value among those of the conflict.
    let index: Int
    /// The column of the bar at its left, and the first row.
    let origin: Point
    /// The columns and rows for text.
    let size: Size

    func contains(_ point: Point) -> Bool {
      (origin.column...origin.column + size.width).contains(point.column)
        && (origin.row..<origin.row + size.height).contains(point.row)
    }
  }

  private static let gap = 2
  /// Values that are far apart are hard to compare.
  private static let maxWidth = 120
  /// The columns that a value needs next to others.
  private static let minBoxWidth = 24

  /// The sentence about the failure, in lines.
  let failure: [String]
  let failureRows: Range<Int>
  /// The rows of the list.
  let list: Range<Int>
  /// The row of the line below the list; `nil` on a low screen.
  let rule: Int?
  /// The rows of the values.
  let values: Range<Int>
  /// The columns of the list and the values.
  let columns: Range<Int>
  /// Whether values are one below the other, because a screen reader would read those next to each other as one line.
  private let isForWords: Bool
  private var width: Int { columns.count }

  init(_ layout: Layout, conflictCount: Int, failure: String?, isForWords: Bool) {
    self.isForWords = isForWords
    let body = layout.body
    columns = layout.textColumns(atMost: Self.maxWidth)
    self.failure = body.count >= 9 ? Array((failure?.wrapped(to: columns.count) ?? []).prefix(2)) : []
    failureRows = body.lowerBound..<body.lowerBound + self.failure.count
    let height = body.upperBound - failureRows.upperBound
    let ruleHeight = height >= 7 ? 1 : 0
    let listHeight = min(max(1, conflictCount), max(1, (height - ruleHeight) * 2 / 5))
    list = failureRows.upperBound..<failureRows.upperBound + listHeight
    rule = ruleHeight > 0 ? list.upperBound : nil
    values = list.upperBound + ruleHeight..<max(list.upperBound + ruleHeight, body.upperBound)
  }

  /// Returns the places of a conflict's values: side by side, or one below the other on a narrow screen and in words.
  ///
  /// - Parameter choice: The index of the selected value, which is always visible.
  func boxes(of conflict: SyncConflict, choice: Int) -> [Box] {
    let count = max(1, conflict.choices.count)
    let boxWidth = (width - Self.gap * (count - 1)) / count
    if boxWidth >= Self.minBoxWidth, count > 1, !isForWords {
      return conflict.choices.indices.map { index in
        let column = columns.lowerBound - 1 + index * (boxWidth + Self.gap)
        return Box(
          index: index, origin: Point(column: column, row: values.lowerBound),
          size: Size(width: boxWidth, height: values.count))
      }
    }
    let height = max(1, values.count / count)
    let visible = min(count, values.count / height)
    let first = max(0, choice - visible + 1)
    return (first..<first + visible).map { index in
      Box(
        index: index,
        origin: Point(column: columns.lowerBound - 1, row: values.lowerBound + (index - first) * height),
        size: Size(width: width, height: height))
    }
  }
}
