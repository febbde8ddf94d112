/// Resizes a picture in linear light, row by row, with only the new picture in memory.
struct Resampler {
  private let source: PixelSize
  private let target: PixelSize
  private let across: AxisWeights
  private let down: AxisWeights
  /// The index of the row that is added next.
  private var nextRow = 0
  /// The index of the first new row that is not complete.
  private var firstOpenRow = 0
  private var sums: [Float]
  private var narrowed: [Float]

  init(from source: PixelSize, to target: PixelSize) {
    self.source = source
    self.target = target
    across = AxisWeights(from: source.width, to: target.width)
    down = AxisWeights(from: source.height, to: target.height)
    sums = Array(repeating: 0, count: 3 * target.width * target.height)
    narrowed = Array(repeating: 0, count: 3 * target.width)
  }

  /// Adds the next row: red, green and blue of each pixel in sRGB.
  mutating func add(row: UnsafeBufferPointer<UInt8>) {
    precondition(row.count >= 3 * source.width && nextRow < source.height, "a row of the picture")
    narrow(row)
    while firstOpenRow < target.height, down.sources[firstOpenRow].upperBound <= nextRow { firstOpenRow += 1 }
    var open = firstOpenRow
    while open < target.height, down.sources[open].lowerBound <= nextRow {
      let weight = down.weights[down.offsets[open] + nextRow - down.sources[open].lowerBound]
      let first = open * narrowed.count
      for index in narrowed.indices { sums[first + index] += weight * narrowed[index] }
      open += 1
    }
    nextRow += 1
  }

  /// The new picture; rows that were not added are black.
  var result: LightGrid { LightGrid(size: target, values: sums) }

  private mutating func narrow(_ row: UnsafeBufferPointer<UInt8>) {
    LinearLight.ofValue.withUnsafeBufferPointer { light in
      for column in 0..<target.width {
        var red = Float(0)
        var green = Float(0)
        var blue = Float(0)
        var weightIndex = across.offsets[column]
        var index = 3 * across.sources[column].lowerBound
        for _ in across.sources[column] {
          let weight = across.weights[weightIndex]
          red += weight * light[Int(row[index])]
          green += weight * light[Int(row[index + 1])]
          blue += weight * light[Int(row[index + 2])]
          weightIndex += 1
          index += 3
        }
        narrowed[3 * column] = red
        narrowed[3 * column + 1] = green
        narrowed[3 * column + 2] = blue
      }
    }
  }
}

extension PixelGrid {
  /// Returns the picture at another size, of any shape, in linear light.
  func resized(to newSize: PixelSize) -> LightGrid {
    var resampler = Resampler(from: size, to: newSize)
    bytes.withUnsafeBufferPointer { bytes in
      for y in 0..<size.height {
        let start = 3 * size.width * y
        resampler.add(row: UnsafeBufferPointer(rebasing: bytes[start..<start + 3 * size.width]))
      }
    }
    return resampler.result
  }
}
