/// A small, upright picture of a photo, to be cached and drawn.
///
///     let thumbnail = try Thumbnail.make(from: FileBytes(path: path))
///     print(ASCIIPicture(thumbnail, columns: 40, rows: 16))
package struct Thumbnail: Hashable, Sendable {
  /// The default maximum size.
  static let standardSize = PixelSize(width: 64, height: 64)
  /// The maximum side of any thumbnail, in pixels.
  package static let maxSide = 2048

  /// Whether this program was built with the trait `PictureCodecs`; without it there are no thumbnails.
  package static var hasCodecs: Bool {
    #if PictureCodecs
      true
    #else
      false
    #endif
  }

  /// The upright picture.
  package let pixels: PixelGrid

  /// - Precondition: No side of `pixels` is longer than ``maxSide``.
  package init(_ pixels: PixelGrid) {
    precondition(max(pixels.size.width, pixels.size.height) <= Self.maxSide, "too large for a thumbnail")
    self.pixels = pixels
  }
}
