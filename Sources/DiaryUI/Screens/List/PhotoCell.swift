import DiaryModel
import DiaryStore
import DiaryText
import Terminal

/// A beer's photos in a column of the list: a strip of the first one, its description, and the number of the others.
///
/// The narrower the column, the less is shown: `:+#%@* JPEG 1512x2016 2.9 MB +2`, `:+#%@* JPEG 2.9 MB +2`,
/// `:+#%@* 3`; the narrowest column shows only their number, `+3`.
struct PhotoCell {
  static let stripColumns = 6
  // The columns that the variants take for most photos.
  static let full = stripColumns + 1 + 24
  static let noSize = stripColumns + 1 + 15
  static let strip = stripColumns + 3
  static let count = 3

  let beer: BeerListItem
  let picture: PhotoPicture?
  let appearance: Appearance

  /// Returns as much of the cell's contents as fits a width.
  ///
  /// - Parameter style: The style of the text; a color picture has its own styles.
  func line(width: Int, style: Style) -> StyledLine {
    guard let metadata = beer.thumbnail else { return .blank }
    guard width >= Self.strip else {
      // The photo may be of another beer with the label.
      return StyledLine("+\(NumberText.count(max(1, beer.photoCount)))", style)
    }
    // Next to a description, the format would be repeated.
    let strip = strip(metadata, style, tellsFormat: width < Self.noSize)
    let gap = String(repeating: " ", count: Self.stripColumns + 1 - strip.columns)
    guard width >= Self.noSize else {
      let count = beer.photoCount > 1 ? "\(min(99, beer.photoCount))" : ""
      return strip + StyledLine(gap + count, style)
    }
    let text = Self.text(
      beer, width: width - Self.stripColumns - 1, ellipsis: String(appearance.glyphs.ellipsis))
    return strip + StyledLine(gap + text, style)
  }

  private func strip(_ metadata: ImageMetadata, _ style: Style, tellsFormat: Bool) -> StyledLine {
    guard case .thumbnail = picture else {
      return tellsFormat
        ? StyledLine(metadata.shortest.truncated(to: Self.stripColumns, ellipsis: ""), style) : .blank
    }
    let strip = PictureBox(photo: nil, picture: picture, metadata: metadata, appearance: appearance)
      .strip(columns: Self.stripColumns)
    return appearance.pictureMethod.palette != nil
      ? strip : StyledLine(strip.spans.map { .init($0.text, style) })
  }

  /// Returns the longest description of the first photo that fits, and the number of the others.
  static func text(_ beer: BeerListItem, width: Int, ellipsis: String) -> String {
    guard let metadata = beer.thumbnail else { return "" }
    let more = beer.photoCount > 1 ? " +\(beer.photoCount - 1)" : ""
    let room = width - more.columns
    let descriptions = [metadata.short, metadata.shorter, metadata.shortest]
    let fitting = descriptions.first { $0.columns <= room } ?? metadata.shortest
    return fitting.truncated(to: room, ellipsis: ellipsis) + more
  }
}
