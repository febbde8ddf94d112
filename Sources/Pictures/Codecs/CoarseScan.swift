/// A component in a scan.
struct ScanPart {
  let plane: Int
  let table: HuffmanTable
  /// For AC coefficients between those of interest.
  let skipper: CoefficientSkipper?
}

/// Reads the DC coefficients of one scan.
struct CoarseScan {
  /// A code and its value at most, of which a block has 64.
  private static let blockBits = 64 * (HuffmanTable.longestCode + 15)

  private let parts: [ScanPart]
  private let units: PixelSize
  private let restartInterval: Int
  private var layouts: [PartLayout] = []
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
          coefficients: plane.start, width: plane.blocks.width,
          across: parts.count == 1 ? 1 : plane.component.horizontal,
          down: parts.count == 1 ? 1 : plane.component.vertical, lookups: lookups.count,
          hasSkipper: part.skipper != nil))
      lookups += DifferenceTable.lookups(part.table) + (part.skipper?.steps ?? [])
    }
  }

  /// Reads all units; what a cut file lacks stays at the middle between black and white.
  ///
  /// - Parameter coefficients: Those of all planes.
  func read(_ stream: JPEGStream, from offset: Int, into coefficients: inout [Int16]) {
    let blocks = layouts.reduce(0) { $0 + $1.across * $1.down }
    let bytes = ScanBytes(stream, from: offset, unitBits: blocks * Self.blockBits)
    var layouts = layouts
    coefficients.withUnsafeMutableBufferPointer { coefficients in
      lookups.withUnsafeBufferPointer { lookups in
        layouts.withUnsafeMutableBufferPointer { layouts in
          UnitReader(parts: parts, layouts: layouts, coefficients: coefficients, lookups: lookups)
            .read(units, restartInterval, bytes)
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

  func read(_ units: PixelSize, _ restartInterval: Int, _ bytes: ScanBytes) {
    let total = units.width * units.height
    var unit = 0
    while unit < total {
      let end = restartInterval > 0 ? min(total, unit + restartInterval) : total
      for index in layouts.indices { layouts[index].prediction = 0 }
      var bits = bytes.startInterval()
      while unit < end, readUnit(unit % units.width, unit / units.width, &bits) {
        bytes.prepareUnit(&bits)
        unit += 1
      }
      unit = end
      if unit < total, !bytes.skipRestartMarker() { return }
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
    // Enough for the code and the value of the DC coefficient.
    bits.fill()
    let found = lookups[layout.lookups &+ bits.peek(DifferenceTable.lookahead)]
    var difference = DifferenceTable.difference(found)
    if found != DifferenceTable.none {
      bits.skip(DifferenceTable.bitCount(found))
    } else {
      guard let slow = parts[index].table.nextDifference(&bits) else { return false }
      difference = slow
    }
    if bits.remainingBits < 0 { return false }
    let prediction = min(0x7FFF, max(-0x8000, layout.prediction &+ difference))
    layouts[index].prediction = prediction
    coefficients[place] = Int16(truncatingIfNeeded: prediction)
    return !layout.hasSkipper || skipRest(index, layout, &bits)
  }

  /// Goes over the 63 AC coefficients of a block; `false` where the bits are no code.
  @inline(__always)
  private func skipRest(_ index: Int, _ layout: PartLayout, _ bits: inout BitReader) -> Bool {
    let steps = layout.lookups &+ 1 &<< DifferenceTable.lookahead
    var position = 1
    while position < 64 {
      bits.fill()
      // Two steps are in the bits that were filled in.
      for _ in 0..<2 {
        let step = lookups[steps &+ bits.peek(CoefficientSkipper.lookahead)]
        let next = position &+ CoefficientSkipper.coefficientCount(step)
        if next >= 64 {
          if CoefficientSkipper.isLast(step, from: position) {
            bits.skip(CoefficientSkipper.bitCount(step))
            return true
          }
          guard let next = parts[index].skipper?.skipCode(from: position, &bits) else { return false }
          position = next
          break
        }
        bits.skip(CoefficientSkipper.bitCount(step))
        position = next
      }
    }
    return true
  }
}
