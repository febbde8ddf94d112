import DiaryModel
import DiaryStore
import DiaryText
import Terminal

/// A beer's photos in a column of the list: what the first one looks like, how many there are, and what it is.
///
/// The narrower the column, the less is shown: `:+#%@* JPEG 1512x2016 2.9 MB +2`, `:+#%@* JPEG 2.9 MB +2`,
/// `:+#%@* 3`; in the narrowest just how many there are, `+3`.
struct PhotoCell {
  static let stripColumns = 6
  // The columns that each way of saying it takes for most photos.
  static let full = stripColumns + 1 + 24
  static let noSize = stripColumns + 1 + 15
  static let strip = stripColumns + 3
  static let count = 3

  let beer: BeerListItem
  let picture: PhotoPicture?
  let appearance: Appearance

  /// - Parameter style: Of the text; a picture in colors has its own.
  func line(width: Int, style: Style) -> StyledLine {
    guard let metadata = beer.thumbnail else { return .blank }
    guard width >= Self.strip else { return StyledLine("+\(NumberText.count(beer.photoCount))", style) }
    // Before a description in words, the format alone would say nothing more.
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
    let strip = PictureBox(picture: picture, metadata: metadata, appearance: appearance)
      .strip(columns: Self.stripColumns)
    return appearance.hasColorPictures ? strip : StyledLine(strip.spans.map { .init($0.text, style) })
  }

  /// What the first photo is, in as many words as fit, and how many more there are.
  static func text(_ beer: BeerListItem, width: Int, ellipsis: String) -> String {
    guard let metadata = beer.thumbnail else { return "" }
    let more = beer.photoCount > 1 ? " +\(beer.photoCount - 1)" : ""
    let room = width - more.columns
    let descriptions = [metadata.short, metadata.shorter, metadata.shortest]
    let fitting = descriptions.first { $0.columns <= room } ?? metadata.shortest
    return fitting.truncated(to: room, ellipsis: ellipsis) + more
  }
}
