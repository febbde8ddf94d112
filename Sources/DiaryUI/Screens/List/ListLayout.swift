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
  static let minWidthForDetails = 180
  /// The columns around a pane: a line and a blank before it, and a margin after it.
  static let border = 3

  private static let minWidth = 24
  private static let minListWidth = 50
  /// The widths of panes that the user has not set: they are readable, and grow only if the list needs no more.
  private static let usualWidth = 30
  private static let maxPreviewWidth = 60
  private static let maxDetailsWidth = 72

  /// The width of the list in columns, with its margins.
  let list: Int
  /// The width of the pane with the beer in columns; `nil` if the pane is not on the screen.
  let preview: Int?
  /// The width of the pane with the details in columns; `nil` if the pane is not on the screen.
  let details: Int?

  /// Divides a screen.
  ///
  /// - Parameter listWidth: The columns that the list needs, with its margins. Panes whose width the user has not set are
  ///   narrow until it has them.
  init(_ size: Size, _ layout: ListLayout, listWidth: Int) {
    guard layout.showsPreview, size.width >= Self.minSize.width, size.height >= Self.minSize.height else {
      list = size.width
      preview = nil
      details = nil
      return
    }
    let hasDetails = layout.showsDetails && size.width >= Self.minWidthForDetails
    let count = hasDetails ? 2 : 1
    let room = size.width - Self.minListWidth - count * Self.border
    let spare = size.width - listWidth - count * (Self.usualWidth + Self.border)
    let preview = Self.clamped(
      layout.previewWidth ?? min(Self.maxPreviewWidth, Self.usualWidth + max(0, spare) / count),
      to: room - (hasDetails ? Self.minWidth : 0))
    let rest = spare - (preview - Self.usualWidth)
    let details =
      hasDetails
      ? Self.clamped(
        layout.detailsWidth ?? min(Self.maxDetailsWidth, Self.usualWidth + max(0, rest)), to: room - preview)
      : nil
    list = size.width - preview - Self.border - (details.map { $0 + Self.border } ?? 0)
    self.preview = preview
    self.details = details
  }

  private static func clamped(_ width: Int, to limit: Int) -> Int { max(minWidth, min(width, limit)) }
}
