/// Where the DC coefficients of one component are, and what they mean.
struct CoarsePlane {
  let component: JPEGFrame.Component
  /// The place of the first coefficient among those of all components.
  let start: Int
  /// Blocks beside and above each other, of which the picture may not need the last.
  let blocks: PixelSize
  /// For each column and row of the coarse picture: the block that shows it.
  private let columns: [Int]
  private let rows: [Int]
  /// What the DC coefficient is multiplied with.
  var step = 1
  /// By how many bits the coefficients were made coarser.
  var shift = 0
  var isDecoded = false

  init(_ component: JPEGFrame.Component, of frame: JPEGFrame, start: Int) {
    self.component = component
    self.start = start
    let units = frame.unitCount
    blocks = PixelSize(
      width: units.width * component.horizontal, height: units.height * component.vertical)
    columns = (0..<units.width * frame.mostHorizontal).map {
      $0 * component.horizontal / frame.mostHorizontal
    }
    rows = (0..<units.height * frame.mostVertical).map { $0 * component.vertical / frame.mostVertical }
  }

  /// Writes the means of the blocks that show a row of the coarse picture: 0 to 255, or somewhat beyond.
  ///
  /// - Parameters:
  ///   - coefficients: Those of all components.
  ///   - samples: No more than the coarse picture has columns.
  func sample(
    row: Int, of coefficients: UnsafeBufferPointer<Int16>, into samples: UnsafeMutableBufferPointer<Int32>
  ) {
    precondition(samples.count <= columns.count && rows.indices.contains(row), "within the picture")
    let row = start + rows[row] * blocks.width
    // What was cut off by the shift is on average half of it; a coefficient is eight times a mean.
    let offset = Int32((1 << shift) - 1)
    let (shift, step) = (Int32(shift), Int32(step))
    columns.withUnsafeBufferPointer { columns in
      for index in samples.indices {
        let double = (2 &* Int32(coefficients[row &+ columns[index]])) &<< shift &+ offset
        samples[index] = 128 &+ (double &* step) &>> 4
      }
    }
  }
}
