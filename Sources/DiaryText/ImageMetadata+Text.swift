package import DiaryModel
import DiaryStore
import Pictures

extension ImageMetadata {
  /// `JPEG 1512x2016 2.9 MB`.
  package var short: String { isMissing ? "image missing" : description.short }

  /// `JPEG 2.9 MB`, if there is no room for more.
  package var shorter: String {
    var shorter = description
    shorter.width = nil
    shorter.height = nil
    return isMissing ? "missing" : shorter.short
  }

  /// `JPEG`: at most 6 columns for the usual formats.
  package var shortest: String {
    isMissing ? "absent" : shorter.prefix { $0 != " " }.description
  }

  /// `JPEG 3024x4032 portrait, 2.9 MB`.
  package var long: String { isMissing ? "image missing" : description.long }

  /// The long description; if the image is missing, with where that of an old diary comes from.
  package var explained: String {
    isMissing
      ? "image missing; that of an iOS diary is in the hidden folder …_SUPPORT next to it, to be copied along"
      : long
  }

  private var description: PhotoDescription {
    PhotoDescription(format: format, width: width, height: height, byteCount: byteCount)
  }
}
