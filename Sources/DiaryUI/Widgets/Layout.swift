import Terminal

/// The positions of the parts of every screen: a header, the body, a status line and a line of hints.
///
/// On a low terminal, rules and hints are left out to make room for the body.
struct Layout: Hashable, Sendable {
  static let minSize = Size(width: 20, height: 5)

  let size: Size
  let headerRule: Int?
  /// The rows of the body.
  let body: Range<Int>
  let statusRule: Int?
  let statusRow: Int
  let hintRow: Int?

  init(_ size: Size) {
    self.size = size
    let hasRules = size.height >= 12
    let hasHints = size.height >= 8
    hintRow = hasHints ? size.height - 1 : nil
    statusRow = size.height - (hasHints ? 2 : 1)
    headerRule = hasRules ? 1 : nil
    statusRule = hasRules ? statusRow - 1 : nil
    let top = hasRules ? 2 : 1
    body = top..<max(top, statusRule ?? statusRow)
  }

  static func isTooSmall(_ size: Size) -> Bool {
    size.width < minSize.width || size.height < minSize.height
  }

  /// The columns between the margins.
  var contentWidth: Int { size.width - 2 }

  /// Returns the columns of a page that is hard to read if it is wider: in the middle of a wide screen.
  func textColumns(atMost limit: Int) -> Range<Int> {
    let width = min(limit, contentWidth)
    let start = 1 + (contentWidth - width) / 2
    return start..<start + width
  }
}
