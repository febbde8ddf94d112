/// A picture's width and height in pixels.
package struct PixelSize: Hashable, Sendable {
  /// Pixels from left to right.
  package var width: Int
  /// Pixels from top to bottom.
  package var height: Int

  /// Any numbers are accepted; a picture has at least 1 by 1 pixel.
  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Which side is longer.
  package var shape: PictureShape {
    if width == height { return .square }
    return width < height ? .portrait : .landscape
  }
}

/// The shape of a picture; the raw value is the word that is shown.
package enum PictureShape: String, Sendable, CaseIterable {
  /// Higher than wide.
  case portrait
  /// Wider than high.
  case landscape
  /// As wide as high.
  case square
}
