/// A picture's width and height in pixels.
package struct PixelSize: Hashable, Sendable {
  package var width: Int
  package var height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  package var shape: PictureShape {
    if width == height { return .square }
    return width < height ? .portrait : .landscape
  }
}

/// What a picture's sides look like beside each other; the raw value is the word that is shown.
package enum PictureShape: String, Sendable, CaseIterable {
  case portrait, landscape, square
}
