package import DiaryModel
import DiaryStore
import Pictures

extension ImageMetadata {
  /// The format, the width and height in pixels, and the size of the file: `JPEG 1512x2016 2.9 MB`.
  package var short: String { isMissing ? "image missing" : description.short }

  /// The format and the size of the file, if there is no room for more: `JPEG 2.9 MB`.
  package var shorter: String {
    var shorter = description
    shorter.width = nil
    shorter.height = nil
    return isMissing ? "missing" : shorter.short
  }

  /// The format, in at most 6 columns for the usual ones: `JPEG`.
  package var shortest: String {
    isMissing ? "absent" : shorter.prefix { $0 != " " }.description
  }

  /// The format, the width and height in pixels, the orientation and the size of the file, such as
  /// `JPEG 3024x4032 portrait, 2.9 MB`.
  package var long: String { isMissing ? "image missing" : description.long }

  private var description: PhotoDescription {
    PhotoDescription(format: format, width: width, height: height, byteCount: byteCount)
  }
}
