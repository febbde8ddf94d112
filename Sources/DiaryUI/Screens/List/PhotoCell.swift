import DiaryStore
import Terminal

/// A beer's photos in a column of the list: what the first one is and how many more there are.
///
/// The narrower the column, the less is said: `JPEG 1512x2016 2.9 MB +2`, `JPEG 2.9 MB +2`, `JPEG +2`; in the
/// narrowest just how many there are, `+3`.
enum PhotoCell {
  // The columns that each way of saying it takes for most photos.
  static let full = 24
  static let noSize = 15
  static let format = 8
  static let count = 3

  static func text(_ beer: BeerRow, width: Int, ellipsis: String) -> String {
    guard let facts = beer.thumbnail else { return "" }
    guard width >= format else { return "+\(beer.photoCount)" }
    let more = beer.photoCount > 1 ? " +\(beer.photoCount - 1)" : ""
    let room = width - more.columns
    let descriptions = [facts.short, facts.shorter, facts.shortest]
    let fitting = descriptions.first { $0.columns <= room } ?? facts.shortest
    return fitting.truncated(to: room, ellipsis: ellipsis) + more
  }
}
