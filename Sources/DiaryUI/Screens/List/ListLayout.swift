import Terminal

/// The columns of the list and the panes next to it, which are saved from one run to the next.
package struct ListLayout: Hashable, Sendable, Codable {
  var columns = ColumnLayout()
  /// Whether the beer under the cursor is next to the list, if there is room.
  var showsPreview = true
  /// Whether the notes, times and other photos of the beer are in a pane of their own on a very wide screen.
  var showsDetails = true
  /// The width of the pane with the beer in columns; `nil` for one that follows from the width of the screen.
  var previewWidth: Int?
  /// The width of the pane with the details in columns; `nil` for one that follows from the width of the screen.
  var detailsWidth: Int?

  package init() {}

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    // A part that another version of the program wrote in another format is ignored.
    columns = (try? values.decodeIfPresent(ColumnLayout.self, forKey: .columns)) ?? ColumnLayout()
    showsPreview = (try? values.decodeIfPresent(Bool.self, forKey: .showsPreview)) ?? true
    showsDetails = (try? values.decodeIfPresent(Bool.self, forKey: .showsDetails)) ?? true
    detailsWidth = try? values.decodeIfPresent(Int.self, forKey: .detailsWidth)
    previewWidth = try? values.decodeIfPresent(Int.self, forKey: .previewWidth)
  }
}

/// The widths of the list and of the panes to its right.
struct ListPanes: Hashable, Sendable {
  /// The smallest screen that has room for the list and the beer under the cursor.
  static let minSize = Size(width: 100, height: 12)
  /// The smallest width of a screen that has room for the details as well.
  static let minWidthForDetails = 160
  /// The columns around a pane: a line and a blank before it, and a margin after it.
  static let border = 3

  private static let minWidth = 24
  private static let minListWidth = 50

  /// The width of the list in columns, with its margins.
  let list: Int
  /// The width of the pane with the beer in columns; `nil` if the pane is not on the screen.
  let preview: Int?
  /// The width of the pane with the details in columns; `nil` if the pane is not on the screen.
  let details: Int?

  init(_ size: Size, _ layout: ListLayout) {
    guard layout.showsPreview, size.width >= Self.minSize.width, size.height >= Self.minSize.height else {
      (list, preview, details) = (size.width, nil, nil)
      return
    }
    let hasDetails = layout.showsDetails && size.width >= Self.minWidthForDetails
    let room = size.width - Self.minListWidth - (hasDetails ? 2 : 1) * Self.border
    let share = hasDetails ? size.width * 25 / 100 : size.width * 27 / 100
    let preview = Self.clamped(
      layout.previewWidth ?? min(60, max(30, share)), to: room - (hasDetails ? Self.minWidth : 0))
    let details =
      hasDetails
      ? Self.clamped(layout.detailsWidth ?? min(72, size.width * 22 / 100), to: room - preview) : nil
    list = size.width - preview - Self.border - (details.map { $0 + Self.border } ?? 0)
    (self.preview, self.details) = (preview, details)
  }

  private static func clamped(_ width: Int, to limit: Int) -> Int { max(minWidth, min(width, limit)) }
}
