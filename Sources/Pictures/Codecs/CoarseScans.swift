/// Walks the scans of a JPEG until every component has its DC coefficients.
struct CoarseScans {
  private(set) var planes: [CoarsePlane] = []
  /// The DC coefficients of all planes behind each other.
  private(set) var coefficients: [Int16]
  private let frame: JPEGFrame
  private var tables: [UInt8: HuffmanTable] = [:]
  private var steps: [UInt8: Int] = [:]
  private var restartInterval = 0

  init(_ frame: JPEGFrame) {
    self.frame = frame
    coefficients = Array(repeating: 0, count: frame.blockCount)
    var start = 0
    for component in frame.components {
      let plane = CoarsePlane(component, of: frame, start: start)
      planes.append(plane)
      start += plane.blocks.width * plane.blocks.height
    }
  }

  mutating func decode(_ stream: JPEGStream) {
    var offset = 2
    while let segment = JPEGSegment(in: stream, from: offset) {
      let payload = segment.hasSettings ? stream.bytes(in: segment.payload)[...] : []
      switch segment.code {
      case JPEGSegment.huffmanTables: readTables(payload)
      case JPEGSegment.quantizationTables: readSteps(payload)
      case JPEGSegment.restartInterval:
        if payload.count >= 2 { restartInterval = payload.prefix(2).reduce(0) { $0 << 8 | Int($1) } }
      case JPEGSegment.scan:
        if let parts = parts(of: Array(payload)) { read(parts, of: stream, from: segment.payload.upperBound) }
        if planes.allSatisfy(\.isDecoded) { return }
      default: break
      }
      offset = segment.payload.upperBound
    }
  }

  private mutating func readTables(_ payload: ArraySlice<UInt8>) {
    var rest = payload
    while let id = rest.popFirst(), let table = HuffmanTable(rest) {
      tables[id] = table
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
      steps[id & 15] = value
      rest = rest.dropFirst(isWide ? 128 : 64)
    }
  }

  /// The components in a scan of DC coefficients; `nil` for another scan, or one that lacks its tables.
  private mutating func parts(of head: [UInt8]) -> [ScanPart]? {
    guard let count = head.first.map(Int.init), (1...4).contains(count), head.count == 4 + 2 * count,
      let selection = ScanSelection(head.suffix(3), isProgressive: frame.isProgressive)
    else { return nil }
    var parts: [ScanPart] = []
    for index in 0..<count {
      let (id, selectors) = (head[1 + 2 * index], head[2 + 2 * index])
      // The upper half of a table's number is 0 for DC and 1 for AC coefficients.
      guard let plane = planes.firstIndex(where: { $0.component.id == id && !$0.isDecoded }),
        !parts.contains(where: { $0.plane == plane }), let table = tables[selectors >> 4],
        let step = steps[planes[plane].component.quantization]
      else { return nil }
      var skipper: CoefficientSkipper?
      if selection.hasRest {
        guard let rest = tables[0x10 | selectors & 15] else { return nil }
        skipper = CoefficientSkipper(rest)
      }
      planes[plane].step = step
      planes[plane].shift = selection.shift
      parts.append(ScanPart(plane: plane, table: table, skipper: skipper))
    }
    return parts
  }

  private mutating func read(_ parts: [ScanPart], of stream: JPEGStream, from offset: Int) {
    let scan = CoarseScan(parts, planes, units: unitCount(parts), restartInterval)
    scan.read(stream, from: offset, into: &coefficients)
    for part in parts { planes[part.plane].isDecoded = true }
  }

  /// A single component's units are its own blocks, without those that fill up the units of several.
  private func unitCount(_ parts: [ScanPart]) -> PixelSize {
    guard parts.count == 1, let part = parts.first else { return frame.unitCount }
    let component = planes[part.plane].component
    return PixelSize(
      width: (frame.size.width * component.horizontal).dividedRoundingUp(by: 8 * frame.mostHorizontal),
      height: (frame.size.height * component.vertical).dividedRoundingUp(by: 8 * frame.mostVertical))
  }
}

/// Which coefficients a scan has.
private struct ScanSelection {
  /// Whether AC coefficients stand between those of interest.
  let hasRest: Bool
  /// By how many bits the coefficients were made coarser.
  let shift: Int

  /// `nil` for a scan without DC coefficients, and for the refinement of an earlier one.
  init?(_ bytes: ArraySlice<UInt8>, isProgressive: Bool) {
    let bytes = Array(bytes)
    guard bytes[0] == 0, !isProgressive || bytes[1] == 0 && bytes[2] < 14 else { return nil }
    hasRest = !isProgressive
    shift = isProgressive ? Int(bytes[2]) : 0
  }
}
