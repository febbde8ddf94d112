/// A component in a scan.
struct ScanPart {
  let plane: Int
  let table: HuffmanTable
  /// For AC coefficients between those of interest.
  let skipper: CoefficientSkipper?
}

/// Reads the DC coefficients of one scan.
struct CoarseScan {
  private let parts: [ScanPart]
  private let units: PixelSize
  private let restartInterval: Int
  private var layouts: [PartLayout] = []
  /// Those of all parts behind each other.
  private var allCoefficients: [Int16] = []
  /// The looked up codes of all parts behind each other: in loops over millions of codes nothing is counted or copied.
  private var lookups: [UInt16] = []

  init(_ parts: [ScanPart], _ planes: [CoarsePlane], units: PixelSize, _ restartInterval: Int) {
    self.parts = parts
    self.units = units
    self.restartInterval = restartInterval
    for part in parts {
      let plane = planes[part.plane]
      layouts.append(
        PartLayout(
          coefficients: allCoefficients.count, width: plane.blocks.width,
          across: parts.count == 1 ? 1 : plane.component.horizontal,
          down: parts.count == 1 ? 1 : plane.component.vertical, lookups: lookups.count,
          hasSkipper: part.skipper != nil))
      allCoefficients += plane.coefficients
      lookups += part.table.lookups + (part.skipper?.steps ?? [])
    }
  }

  /// The coefficients of a part: as many as its plane has blocks.
  func coefficients(of part: Int) -> ArraySlice<Int16> {
    let end = part + 1 < layouts.count ? layouts[part + 1].coefficients : allCoefficients.count
    return allCoefficients[layouts[part].coefficients..<end]
  }

  /// Reads all units; what a cut file lacks stays at the middle between black and white.
  mutating func read(_ bits: inout BitReader) {
    let (parts, units, restartInterval) = (parts, units, restartInterval)
    allCoefficients.withUnsafeMutableBufferPointer { coefficients in
      lookups.withUnsafeBufferPointer { lookups in
        layouts.withUnsafeMutableBufferPointer { layouts in
          var reader = UnitReader(
            parts: parts, layouts: layouts, coefficients: coefficients, lookups: lookups)
          reader.read(units, restartInterval, &bits)
        }
      }
    }
  }
}

/// Where what belongs to a part lies.
private struct PartLayout {
  let coefficients: Int
  /// Blocks in a row of its plane.
  let width: Int
  /// Blocks beside and above each other in a unit.
  let across: Int
  let down: Int
  let lookups: Int
  let hasSkipper: Bool
  /// The last coefficient, from which the next one's difference is told.
  var prediction = 0
}

/// The loop over the units of a scan.
///
/// Every place lies within the buffers by the sizes that they were made with.
private struct UnitReader {
  let parts: [ScanPart]
  let layouts: UnsafeMutableBufferPointer<PartLayout>
  let coefficients: UnsafeMutableBufferPointer<Int16>
  let lookups: UnsafeBufferPointer<UInt16>

  mutating func read(_ units: PixelSize, _ restartInterval: Int, _ bits: inout BitReader) {
    let total = units.width * units.height
    var unit = 0
    while unit < total {
      let end = restartInterval > 0 ? min(total, unit + restartInterval) : total
      for index in layouts.indices { layouts[index].prediction = 0 }
      while unit < end, readUnit(unit % units.width, unit / units.width, &bits) { unit += 1 }
      unit = end
      if unit < total, !bits.skipRestartMarker() { return }
    }
  }

  private func readUnit(_ x: Int, _ y: Int, _ reader: inout BitReader) -> Bool {
    // A copy can live in registers.
    var bits = reader
    defer { reader = bits }
    for index in layouts.indices {
      let layout = layouts[index]
      for row in 0..<layout.down {
        let start = layout.coefficients + (y * layout.down + row) * layout.width + x * layout.across
        for column in 0..<layout.across {
          guard readBlock(index, at: start + column, &bits) else { return false }
        }
      }
    }
    return true
  }

  /// `false` where the scan ends or is damaged.
  @inline(__always)
  private func readBlock(_ index: Int, at place: Int, _ bits: inout BitReader) -> Bool {
    let layout = layouts[index]
    guard let category = category(index, layout, &bits), category < 16 else { return false }
    var prediction = layout.prediction
    if category > 0 {
      let value = bits.read(category)
      // The lower half of the numbers stands for negative differences.
      prediction &+= value < 1 &<< (category &- 1) ? value &- (1 &<< category) &+ 1 : value
      prediction = min(0x7FFF, max(-0x8000, prediction))
      layouts[index].prediction = prediction
    }
    if bits.isOverdrawn { return false }
    coefficients[place] = Int16(truncatingIfNeeded: prediction)
    return !layout.hasSkipper || skipRest(index, layout, &bits)
  }

  @inline(__always)
  private func category(_ index: Int, _ layout: PartLayout, _ bits: inout BitReader) -> Int? {
    let found = lookups[layout.lookups &+ bits.peek16() &>> (16 &- HuffmanTable.lookahead)]
    guard found != 0 else { return parts[index].table.next(&bits).map(Int.init) }
    bits.skip(Int(found & 31))
    return Int(found &>> 5)
  }

  /// Goes over the 63 AC coefficients of a block; `false` where the bits are no code.
  @inline(__always)
  private func skipRest(_ index: Int, _ layout: PartLayout, _ bits: inout BitReader) -> Bool {
    let steps = layout.lookups &+ HuffmanTable.lookupCount
    var position = 1
    while position < 64 {
      let step = lookups[steps &+ bits.peek16() &>> (16 &- HuffmanTable.lookahead)]
      let next = position &+ CoefficientSkipper.coefficientCount(step)
      let endsBlock = CoefficientSkipper.endsBlock(step)
      // Several codes at once may lead beyond the block, and its last coefficient needs no mark of the end.
      guard step != 0, next < 64 || next == 64 && !endsBlock else {
        return parts[index].skipper?.skipSlowly(from: position, &bits) ?? false
      }
      bits.skip(CoefficientSkipper.bitCount(step))
      if endsBlock { return true }
      position = next
    }
    return true
  }
}
