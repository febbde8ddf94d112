import Terminal

/// The position of the form on the screen: not wider than is easy to read, in the middle of a wide screen, and with the
/// beer at its right if there is room.
struct FormLayout: Hashable, Sendable {
  private static let maxWidth = 88
  private static let minWidthWithPreview = 72
  private static let minPreviewWidth = 36
  private static let maxPreviewWidth = 56
  private static let minHeightWithPreview = 14
  /// The columns between the form and the beer, and a margin after it.
  private static let border = 3

  /// The column of the left margin, which has the bar of the cursor.
  let left: Int
  /// The columns of the form with its margins.
  let width: Int
  /// The columns of the screen that show the beer; `nil` without room for it.
  let preview: Range<Int>?

  /// Lays out the form.
  ///
  /// - Parameter showsPreview: Whether the beer is shown if there is room.
  init(_ layout: Layout, showsPreview: Bool) {
    let screen = layout.size.width
    let narrowed = min(Self.maxWidth, screen - Self.minPreviewWidth - Self.border)
    guard showsPreview, narrowed >= Self.minWidthWithPreview, layout.body.count >= Self.minHeightWithPreview
    else {
      width = min(Self.maxWidth, screen)
      left = (screen - width) / 2
      preview = nil
      return
    }
    width = narrowed
    let previewWidth = min(Self.maxPreviewWidth, screen - narrowed - Self.border)
    left = (screen - narrowed - previewWidth - Self.border) / 2
    let start = left + narrowed + Self.border - 1
    preview = start..<start + previewWidth
  }

  /// The columns of the form.
  var columns: Range<Int> { left..<left + width }

  /// The column of the right margin.
  var end: Int { left + width - 1 }

  /// Whether there is room only for the beginnings of the labels.
  private var isNarrow: Bool { width < 32 }

  /// The columns of the labels.
  var labelWidth: Int { isNarrow ? 5 : 10 }

  /// The columns before the texts, with the left margin.
  var indent: Int { labelWidth + (isNarrow ? 2 : 3) }

  /// The column at which texts begin.
  var textStart: Int { left + indent }
}

extension ScreenContext {
  /// The position of the form.
  ///
  /// A screen reader would read the beer as a part of the field next to it.
  var formLayout: FormLayout { FormLayout(layout, showsPreview: !appearance.usesWords) }
}
