import Foundation

/// Reads what ``ByteWriter`` wrote; refuses everything else.
struct ByteReader {
  private let bytes: Data
  private var position: Data.Index

  init(_ bytes: Data) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  private var left: Int { bytes.endIndex - position }

  func flaw(_ flaw: SyncError.Flaw) -> SyncError { .malformed(flaw, at: position - bytes.startIndex) }

  func end() throws {
    guard left == 0 else { throw flaw(.trailingBytes) }
  }

  mutating func byte() throws -> UInt8 {
    guard left > 0 else { throw flaw(.truncated) }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func data(_ count: Int) throws -> Data {
    guard count >= 0, count <= left else { throw flaw(.truncated) }
    defer { position += count }
    return bytes[position..<position + count]
  }

  mutating func fixed() throws -> UInt64 {
    try data(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  mutating func number() throws -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: 0, to: 64, by: 7) {
      let byte = try byte()
      // The tenth byte has the last bit.
      guard shift < 63 || byte <= 1 else { throw flaw(.outOfRange) }
      value |= UInt64(byte & 0x7F) << UInt64(shift)
      if byte < 0x80 { return value }
    }
    throw flaw(.outOfRange)
  }

  mutating func signed() throws -> Int64 {
    let value = try number()
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  /// Reads how many elements follow; refuses more than can be in the rest, so that memory is not reserved for them.
  ///
  /// - Parameter size: The least number of bytes of an element.
  mutating func count(of size: Int, limit: Int = .max) throws -> Int {
    guard let count = Int(exactly: try number()), count <= left / size else { throw flaw(.truncated) }
    guard count <= limit else { throw flaw(.tooLarge) }
    return count
  }

  mutating func array<Element>(
    of size: Int, limit: Int = .max, _ element: (inout ByteReader) throws -> Element
  )
    throws -> [Element]
  {
    var elements: [Element] = []
    for _ in 0..<(try count(of: size, limit: limit)) { elements.append(try element(&self)) }
    return elements
  }

  mutating func text(limit: Int) throws -> String {
    let count = try count(of: 1, limit: limit)
    guard let text = String(validating: try data(count), as: UTF8.self) else { throw flaw(.invalidText) }
    return text
  }

  mutating func uuid() throws -> UUID {
    let data = try data(16)
    return data.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  mutating func segmentID() throws -> SegmentID {
    let device = DeviceID(try fixed())
    let sequence = try sequence()
    return SegmentID(device: device, sequence: sequence, hash: try fixed())
  }

  /// Reads a sequence number: 1 or more, and small enough to be counted on.
  mutating func sequence() throws -> UInt64 {
    let sequence = try number()
    guard (1...(1 << 48)).contains(sequence) else { throw flaw(.outOfRange) }
    return sequence
  }

  mutating func segmentIDs() throws -> Set<SegmentID> {
    Set(try array(of: 17) { try $0.segmentID() })
  }

  mutating func element<Element>(of table: [Element]) throws -> Element {
    let index = try number()
    guard index < UInt64(table.count) else { throw flaw(.outOfRange) }
    return table[Int(index)]
  }

  mutating func value(inList: Bool = false) throws -> Value {
    switch try byte() {
    case 0: return .null
    case 1: return .integer(try signed())
    case 2:
      let number = Double(bitPattern: try fixed())
      guard !number.isNaN else { throw flaw(.outOfRange) }
      return .real(number)
    case 3: return .text(try text(limit: Limits.value))
    case 4:
      let count = try count(of: 1, limit: Limits.value)
      return .blob(Data(try data(count)))
    case 5 where !inList:
      return .list(try array(of: 1, limit: Limits.list) { try $0.value(inList: true) })
    default: throw flaw(.unknownTag)
    }
  }
}
