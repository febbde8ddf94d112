/// How far something is scrolled that is higher than the screen.
enum PagePosition {
  /// Returns the last page that is visible as a whole, such as `page 1 of 3`, or `1/3` on a narrow screen; empty if all
  /// rows fit.
  ///
  /// A percentage would look like the progress of something.
  static func text(top: Int, visible: Int, of rows: Int, width: Int) -> String {
    guard rows > visible, visible > 0 else { return "" }
    let last = min(rows, top + visible)
    let pages = (rows + visible - 1) / visible
    let page = last == rows ? pages : last / visible
    return width < 60 ? "\(page)/\(pages)" : "page \(page) of \(pages)"
  }
}
