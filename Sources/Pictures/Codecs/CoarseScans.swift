/// Walks the scans of a progressive JPEG until every component has its DC coefficients.
struct CoarseScans {
  private(set) var planes: [CoarsePlane]
  private let frame: JPEGFrame
  private let bytes: UnsafeBufferPointer<UInt8>
  private var tables: [UInt8: HuffmanTable] = [:]
  private var steps: [UInt8: Float] = [:]
  private var restartInterval = 0

  init(_ frame: JPEGFrame, _ bytes: UnsafeBufferPointer<UInt8>) {
    self.frame = frame
    self.bytes = bytes
    planes = frame.components.map { CoarsePlane($0, of: frame) }
  }

  /// Reads the segments of the file, which are looked up in the same bytes as an array.
  mutating func decode(_ file: [UInt8]) {
    var offset = 2
    while let segment = JPEGSegment(in: file, from: offset) {
      let payload = file[segment.payload]
      switch segment.code {
      case JPEGSegment.huffmanTables: readTables(payload)
      case JPEGSegment.quantizationTables: readSteps(payload)
      case JPEGSegment.restartInterval:
        if payload.count >= 2 { restartInterval = payload.prefix(2).reduce(0) { $0 << 8 | Int($1) } }
      case JPEGSegment.scan:
        readScan(Array(payload), from: segment.payload.upperBound)
        if planes.allSatisfy(\.isDecoded) { return }
      default: break
      }
      offset = segment.payload.upperBound
    }
  }

  private mutating func readTables(_ payload: ArraySlice<UInt8>) {
    var rest = payload
    while let id = rest.popFirst(), let table = HuffmanTable(rest) {
      // The upper half is 0 for tables of DC coefficients.
      if id < 4 { tables[id] = table }
      rest = rest.dropFirst(table.byteCount)
    }
  }

  /// Of each quantization table only the first value, that of the DC coefficient, is of interest.
  private mutating func readSteps(_ payload: ArraySlice<UInt8>) {
    var rest = payload
    while let id = rest.popFirst() {
      let isWide = id >> 4 == 1
      guard rest.count >= (isWide ? 128 : 64) else { return }
      let value = rest.prefix(isWide ? 2 : 1).reduce(0) { $0 << 8 | Int($1) }
      steps[id & 15] = Float(value)
      rest = rest.dropFirst(isWide ? 128 : 64)
    }
  }

  private mutating func readScan(_ head: [UInt8], from offset: Int) {
    guard let count = head.first.map(Int.init), (1...4).contains(count), head.count == 4 + 2 * count,
      // From coefficient 0 to 0, and not the refinement of an earlier scan.
      head[1 + 2 * count] == 0, head[2 + 2 * count] == 0, head[3 + 2 * count] < 14
    else { return }
    var parts: [ScanPart] = []
    for index in 0..<count {
      let (id, table) = (head[1 + 2 * index], tables[head[2 + 2 * index] >> 4])
      guard let plane = planes.firstIndex(where: { $0.component.id == id && !$0.isDecoded }),
        !parts.contains(where: { $0.plane == plane }), let table,
        let step = steps[planes[plane].component.quantization]
      else { return }
      planes[plane].step = step
      planes[plane].shift = Int(head[3 + 2 * count])
      parts.append(ScanPart(plane: plane, table: table))
    }
    var bits = BitReader(bytes, from: offset)
    readUnits(&parts, &bits)
    for part in parts { planes[part.plane].isDecoded = true }
  }
}

/// A component in a scan.
private struct ScanPart {
  let plane: Int
  let table: HuffmanTable
  /// The last coefficient, from which the next one's difference is told.
  var prediction = 0
}

extension CoarseScans {
  /// Reads all units of a scan; what a cut file lacks stays at the middle between black and white.
  private mutating func readUnits(_ parts: inout [ScanPart], _ bits: inout BitReader) {
    let units = unitCount(parts)
    let total = units.width * units.height
    var unit = 0
    while unit < total {
      let end = restartInterval > 0 ? min(total, unit + restartInterval) : total
      for index in parts.indices { parts[index].prediction = 0 }
      while unit < end, readUnit(unit % units.width, unit / units.width, &parts, &bits) { unit += 1 }
      unit = end
      if unit < total, !bits.skipRestartMarker() { return }
    }
  }

  /// A single component's units are its own blocks, without those that fill up the units of several.
  private func unitCount(_ parts: [ScanPart]) -> PixelSize {
    guard parts.count == 1, let part = parts.first else { return frame.unitCount }
    let component = planes[part.plane].component
    return PixelSize(
      width: (frame.size.width * component.horizontal).dividedRoundingUp(by: 8 * frame.mostHorizontal),
      height: (frame.size.height * component.vertical).dividedRoundingUp(by: 8 * frame.mostVertical))
  }

  private mutating func readUnit(_ x: Int, _ y: Int, _ parts: inout [ScanPart], _ bits: inout BitReader)
    -> Bool
  {
    for index in parts.indices {
      let plane = parts[index].plane
      let isAlone = parts.count == 1
      let across = isAlone ? 1 : planes[plane].component.horizontal
      let down = isAlone ? 1 : planes[plane].component.vertical
      for row in 0..<down {
        for column in 0..<across {
          guard let value = parts[index].next(&bits) else { return false }
          let place = (y * down + row) * planes[plane].blocks.width + x * across + column
          planes[plane].coefficients[place] = value
        }
      }
    }
    return true
  }
}

extension ScanPart {
  /// The next coefficient; `nil` where the scan ends or is damaged.
  fileprivate mutating func next(_ bits: inout BitReader) -> Int16? {
    guard let category = table.next(&bits).map(Int.init), category < 16 else { return nil }
    if category > 0 {
      let value = bits.read(category)
      // The lower half of the numbers stands for negative differences.
      let difference = value < 1 << (category - 1) ? value - (1 << category) + 1 : value
      prediction = min(0x7FFF, max(-0x8000, prediction + difference))
    }
    return bits.isOverdrawn ? nil : Int16(prediction)
  }
}
