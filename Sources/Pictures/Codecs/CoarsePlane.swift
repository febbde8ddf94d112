/// The DC coefficients of one component.
struct CoarsePlane {
  let component: JPEGFrame.Component
  /// Blocks beside and above each other, of which the picture may not need the last.
  let blocks: PixelSize
  /// For each column and row of the coarse picture: the block that shows it.
  private let columns: [Int]
  private let rows: [Int]
  var coefficients: [Int16]
  /// What the DC coefficient is multiplied with.
  var step = 1
  /// By how many bits the coefficients were made coarser.
  var shift = 0
  var isDecoded = false

  init(_ component: JPEGFrame.Component, of frame: JPEGFrame) {
    self.component = component
    let units = frame.unitCount
    blocks = PixelSize(
      width: units.width * component.horizontal, height: units.height * component.vertical)
    columns = (0..<units.width * frame.mostHorizontal).map {
      $0 * component.horizontal / frame.mostHorizontal
    }
    rows = (0..<units.height * frame.mostVertical).map { $0 * component.vertical / frame.mostVertical }
    coefficients = Array(repeating: 0, count: blocks.width * blocks.height)
  }

  /// The means of the blocks that show a row of the coarse picture: 0 to 255, or somewhat beyond.
  func samples(row: Int, width: Int) -> [Int] {
    let start = rows[row] * blocks.width
    // What was cut off by the shift is on average half of it; a coefficient is eight times a mean.
    let offset = (1 << shift) - 1
    return columns.prefix(width).map { column in
      let double = 2 * (Int(coefficients[start + column]) << shift) + offset
      return 128 + ((double * step) >> 4)
    }
  }
}
