/// A photo made small enough to be kept beside the diary and drawn at any time, upright.
///
///     let thumbnail = try Thumbnail.make(from: FileBytes(path: path))
///     print(ASCIIPicture(thumbnail, columns: 40, rows: 16))
package struct Thumbnail: Hashable, Sendable {
  /// The side that a thumbnail has at most where nothing else is asked for.
  package static let standardSize = PixelSize(width: 64, height: 64)
  /// The longest side that a thumbnail can have, in pixels.
  package static let maxSide = 1024

  /// Whether this program was built with the trait `PictureCodecs`; without it there are no thumbnails.
  package static var hasCodecs: Bool {
    #if PictureCodecs
      true
    #else
      false
    #endif
  }

  /// The picture as it is looked at.
  package let pixels: PixelGrid

  /// - Precondition: No side of `pixels` is beyond `maxSide`.
  package init(_ pixels: PixelGrid) {
    precondition(max(pixels.size.width, pixels.size.height) <= Self.maxSide, "too large for a thumbnail")
    self.pixels = pixels
  }
}
