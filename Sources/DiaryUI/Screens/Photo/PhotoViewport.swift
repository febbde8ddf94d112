import Terminal

/// The part of a photo that a box of the screen shows at some magnification.
struct PhotoViewport: Hashable, Sendable {
  /// The magnifications; at 1, the whole photo fits into the box.
  static let magnifications = [1, 1.5, 2, 3, 4, 6, 8]
  /// How far a key moves, as a fraction of the visible part.
  private static let step = 0.25

  /// The index of the magnification.
  private(set) var zoom = 0
  /// The point of the photo in the middle of the box, from 0 to 1.
  private var middleX = 0.5
  private var middleY = 0.5

  var isZoomed: Bool { zoom > 0 }
  var isLargest: Bool { zoom == Self.magnifications.count - 1 }

  var magnification: Double { Self.magnifications[zoom] }

  /// Zooms in, or out if `steps` is negative, around the middle.
  mutating func zoom(by steps: Int) {
    zoom = min(Self.magnifications.count - 1, max(0, zoom + steps))
    if !isZoomed {
      middleX = 0.5
      middleY = 0.5
    }
  }

  /// Moves to the right and down by some steps, as far as there is more to see.
  mutating func pan(_ columns: Int, _ rows: Int, photo: Size, box: Size) {
    let visible = visibleSize(photo: photo, box: box)
    let region = region(photo: photo, box: box)
    func moved(_ start: Double, _ length: Double, _ steps: Int) -> Double {
      min(1 - length, max(0, start + Double(steps) * Self.step * length)) + length / 2
    }
    middleX = moved(region.x, visible.width, columns)
    middleY = moved(region.y, visible.height, rows)
  }

  /// Returns the visible part.
  ///
  /// - Parameters:
  ///   - photo: The size of the photo in pixels.
  ///   - box: The size of the box in pixels of any size, as long as they are square.
  func region(photo: Size, box: Size) -> PictureRegion {
    guard isZoomed else { return .whole }
    let visible = visibleSize(photo: photo, box: box)
    func start(_ middle: Double, _ length: Double) -> Double { min(1 - length, max(0, middle - length / 2)) }
    return PictureRegion(
      x: start(middleX, visible.width), y: start(middleY, visible.height), width: visible.width,
      height: visible.height)
  }

  /// The size of the visible part; at the least magnification, all of it.
  private func visibleSize(photo: Size, box: Size) -> (width: Double, height: Double) {
    let width = Double(box.width) / Double(max(1, photo.width))
    let height = Double(box.height) / Double(max(1, photo.height))
    let scale = min(width, height) * magnification
    return (min(1, width / scale), min(1, height / scale))
  }
}
