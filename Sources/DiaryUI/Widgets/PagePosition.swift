/// How far something is scrolled that is higher than the screen.
enum PagePosition {
  /// Returns the last page that is visible as a whole, such as `page 1 of 3`; empty if all rows fit.
  ///
  /// A percentage would look like the progress of something.
  static func text(top: Int, visible: Int, of rows: Int) -> String {
    guard rows > visible, visible > 0 else { return "" }
    let last = min(rows, top + visible)
    let pages = (rows + visible - 1) / visible
    return "page \(last == rows ? pages : last / visible) of \(pages)"
  }
}
