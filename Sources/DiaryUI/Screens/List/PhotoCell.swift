import DiaryModel
import DiaryStore
import DiaryText
import Terminal

/// A beer's photos in a column of the list: a strip of the first one, and their number.
///
/// `:+#%@*  3`; a narrow column has only the number.
struct PhotoCell {
  static let stripColumns = 6
  /// The columns of a strip and a number.
  static let strip = stripColumns + 3
  /// The columns of a number, with room for a title and the mark of the order.
  static let count = 5

  let beer: BeerListItem
  let picture: PhotoPicture?
  let appearance: Appearance

  /// Returns as much of the cell's contents as fits a width; the number ends at its right edge.
  ///
  /// - Parameter style: The style of the text; a color picture has its own styles.
  func line(width: Int, style: Style) -> StyledLine {
    guard let metadata = beer.thumbnail else { return .blank }
    // The photo may be of another beer with the label.
    let count = NumberText.count(max(1, beer.photoCount))
    guard width >= Self.strip else {
      return StyledLine(count.fitted(to: width, alignment: .trailing), style)
    }
    let strip = strip(metadata, style)
    return strip + StyledLine(count.fitted(to: width - strip.columns, alignment: .trailing), style)
  }

  /// Returns the strip; nothing until the thumbnail is loaded.
  private func strip(_ metadata: ImageMetadata, _ style: Style) -> StyledLine {
    guard case .thumbnail = picture else { return .blank }
    let strip = PictureBox(photo: nil, picture: picture, metadata: metadata, appearance: appearance)
      .strip(columns: Self.stripColumns)
    return appearance.pictureMethod.palette != nil
      ? strip : StyledLine(strip.spans.map { .init($0.text, style) })
  }
}
