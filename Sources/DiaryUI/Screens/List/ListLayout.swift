import Terminal

/// The columns of the list and the panes next to it, which are saved from one run to the next.
package struct ListLayout: Hashable, Sendable, Codable {
  var columns = ColumnLayout()
  /// Whether each beer has a card instead of a line.
  var showsCards = false
  /// Whether the beer under the cursor is next to the list, if there is room.
  var showsPreview = true
  /// Whether the notes, times and other photos of the beer are in a pane of their own on a large screen.
  var showsNotes = true
  /// The width of the pane with the beer in columns; `nil` for one that follows from the width of the screen.
  var previewWidth: Int?
  /// The width of the pane with the notes in columns, if it is at the right of the other one; `nil` for one that follows
  /// from the width of the screen.
  var notesWidth: Int?

  /// The names in the file that keeps the layout, in which the pane with the notes is called details.
  private enum CodingKeys: String, CodingKey {
    case columns, showsCards, showsPreview, previewWidth
    case showsNotes = "showsDetails"
    case notesWidth = "detailsWidth"
  }

  /// Creates the layout of a first run.
  package init() {}

  /// Reads a kept layout; a part that is missing or cannot be read has its default.
  ///
  /// - Throws: `DecodingError` if there is no object at all.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    // A part that another version of the program wrote in another format is ignored.
    columns = (try? values.decodeIfPresent(ColumnLayout.self, forKey: .columns)) ?? ColumnLayout()
    showsCards = (try? values.decodeIfPresent(Bool.self, forKey: .showsCards)) ?? false
    showsPreview = (try? values.decodeIfPresent(Bool.self, forKey: .showsPreview)) ?? true
    showsNotes = (try? values.decodeIfPresent(Bool.self, forKey: .showsNotes)) ?? true
    notesWidth = try? values.decodeIfPresent(Int.self, forKey: .notesWidth)
    previewWidth = try? values.decodeIfPresent(Int.self, forKey: .previewWidth)
  }

  /// Returns another layout with the parts in which this one differs from an earlier one.
  ///
  /// The columns are one part, because their order is not that of single columns: if two screens change them, those of
  /// the one that is kept last are taken.
  package func merged(into other: ListLayout, since earlier: ListLayout) -> ListLayout {
    var merged = other
    func take<Part: Equatable>(_ part: WritableKeyPath<ListLayout, Part>) {
      if self[keyPath: part] != earlier[keyPath: part] { merged[keyPath: part] = self[keyPath: part] }
    }
    take(\.columns)
    take(\.showsCards)
    take(\.showsPreview)
    take(\.showsNotes)
    take(\.previewWidth)
    take(\.notesWidth)
    return merged
  }
}

/// The list and the panes at its right.
///
/// They follow from the size of the screen, the columns that the diary has and what the user has set, but not from the beer
/// under the cursor, so that nothing moves with it.
struct ListPanes: Hashable, Sendable {
  /// The cells of a pane.
  struct Pane: Hashable, Sendable {
    /// The column of the line at its left.
    let border: Int
    /// The columns of its text.
    let width: Int
    /// The rows of the screen.
    let rows: Range<Int>

    /// The column at which its text begins.
    var textStart: Int { border + 2 }
  }

  /// The smallest screen that has room for the list and the beer under the cursor.
  static let minSize = Size(width: 100, height: 12)
  /// The smallest width of a screen that has room for the notes as well.
  static let minWidthWithNotes = 160
  /// The columns around a pane: a line and a blank before it, and a margin after it.
  static let border = 3

  private static let minWidth = 23
  private static let minListWidth = 50
  /// The width of the list on a screen of 80 columns, which has no pane: a wider screen does not have fewer columns.
  private static let fullListWidth = 80
  /// The width of a pane that the user has not set: it is readable, and grows only if the list needs no more.
  private static let readableWidth = 30
  private static let maxPreviewWidth = 60
  private static let maxNotesWidth = 72
  /// The fewest rows that two panes share, and the part of them that the one with the beer has.
  private static let minSharedHeight = 24
  private static let previewShare = 0.6

  /// The width of the list in columns, with its margins.
  let list: Int
  /// The pane with the beer; `nil` if it is not on the screen.
  let preview: Pane?
  /// The pane with the notes, at the right of the beer if the list needs no more columns, or else below it; `nil` if it is
  /// not on the screen.
  let notes: Pane?

  /// Divides a screen.
  ///
  /// - Parameter listWidth: The columns that the list needs, with its margins.
  init(_ screen: Layout, _ layout: ListLayout, listWidth: Int) {
    let width = screen.size.width
    guard layout.showsPreview, width >= Self.minSize.width, screen.size.height >= Self.minSize.height else {
      list = width
      preview = nil
      notes = nil
      return
    }
    let hasNotes = layout.showsNotes && width >= Self.minWidthWithNotes
    let spareForTwo = width - listWidth - 2 * (Self.readableWidth + Self.border)
    if hasNotes, spareForTwo >= 0 {
      let room = width - Self.minListWidth - 2 * Self.border
      // The list gets what the user takes from a pane.
      let usualPreview = min(Self.maxPreviewWidth, Self.readableWidth + spareForTwo / 2)
      let usualNotes = min(Self.maxNotesWidth, 2 * Self.readableWidth + spareForTwo - usualPreview)
      let previewWidth = Self.clamped(layout.previewWidth ?? usualPreview, to: room - Self.minWidth)
      let notesWidth = Self.clamped(layout.notesWidth ?? usualNotes, to: room - previewWidth)
      list = width - previewWidth - notesWidth - 2 * Self.border
      preview = Pane(border: list, width: previewWidth, rows: screen.body)
      notes = Pane(border: list + previewWidth + Self.border, width: notesWidth, rows: screen.body)
      return
    }
    let narrow = min(
      Self.readableWidth, width - min(listWidth, Self.fullListWidth) - Self.border)
    let usual = max(narrow, min(Self.maxPreviewWidth, width - listWidth - Self.border))
    let previewWidth = Self.clamped(layout.previewWidth ?? usual, to: width - Self.minListWidth - Self.border)
    list = width - previewWidth - Self.border
    guard hasNotes, screen.body.count >= Self.minSharedHeight else {
      preview = Pane(border: list, width: previewWidth, rows: screen.body)
      notes = nil
      return
    }
    let rule = screen.body.lowerBound + Int(Double(screen.body.count) * Self.previewShare)
    preview = Pane(border: list, width: previewWidth, rows: screen.body.lowerBound..<rule)
    notes = Pane(border: list, width: previewWidth, rows: rule + 1..<screen.body.upperBound)
  }

  /// Whether the pane with the notes is below the one with the beer.
  var areStacked: Bool { notes.map { $0.border == preview?.border } ?? false }

  private static func clamped(_ width: Int, to limit: Int) -> Int { max(minWidth, min(width, limit)) }
}
