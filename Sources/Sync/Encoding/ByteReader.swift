import Foundation

/// Reads what ``ByteWriter`` writes, and throws ``SyncError/malformed(_:at:)`` for anything else.
struct ByteReader {
  // Reading single bytes of an array is much faster than of `Data`.
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: Data) { self.bytes = [UInt8](bytes) }

  private var remaining: Int { bytes.count - position }

  /// The number of bytes that were read.
  var offset: Int { position }

  /// Whether all bytes were read.
  var isAtEnd: Bool { remaining == 0 }

  /// Returns an error at the current position.
  func error(_ error: SyncError.FormatError) -> SyncError { .malformed(error, at: position) }

  /// Throws if there are more bytes.
  func end() throws {
    guard remaining == 0 else { throw error(.trailingBytes) }
  }

  mutating func byte() throws -> UInt8 {
    guard remaining > 0 else { throw error(.truncated) }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func data(_ count: Int) throws -> ArraySlice<UInt8> {
    guard count >= 0, count <= remaining else { throw error(.truncated) }
    defer { position += count }
    return bytes[position..<position + count]
  }

  /// Reads 8 bytes, the most significant first.
  mutating func fixed64() throws -> UInt64 {
    try data(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Reads a LEB128 number of at most 10 bytes.
  mutating func varint() throws -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: 0, to: 64, by: 7) {
      let byte = try byte()
      // Nine bytes have 63 bits, so the tenth one has only the last bit.
      guard shift < 63 || byte <= 1 else { throw error(.outOfRange) }
      value |= UInt64(byte & 0x7F) << UInt64(shift)
      if byte < 0x80 { return value }
    }
    throw error(.outOfRange)
  }

  /// Reads a LEB128 number in zigzag encoding.
  mutating func signedVarint() throws -> Int64 {
    let value = try varint()
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  /// Reads the number of elements that follow.
  ///
  /// Throws if the remaining bytes cannot hold as many, before memory is reserved for them.
  ///
  /// - Parameters:
  ///   - size: The minimum size of an element in bytes.
  ///   - limit: The maximum number of elements.
  mutating func count(minElementSize size: Int, limit: Int = .max) throws -> Int {
    guard let count = Int(exactly: try varint()), count <= remaining / size else { throw error(.truncated) }
    guard count <= limit else { throw error(.tooLarge) }
    return count
  }

  mutating func array<Element>(
    minElementSize size: Int, limit: Int = .max, _ element: (inout ByteReader) throws -> Element
  )
    throws -> [Element]
  {
    var elements: [Element] = []
    for _ in 0..<(try count(minElementSize: size, limit: limit)) { elements.append(try element(&self)) }
    return elements
  }

  mutating func text(limit: Int) throws -> String {
    let count = try count(minElementSize: 1, limit: limit)
    guard let text = String(validating: try data(count), as: UTF8.self) else { throw error(.invalidText) }
    return text
  }

  mutating func uuid() throws -> UUID {
    let data = try data(16)
    return data.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  mutating func segmentID() throws -> SegmentID {
    let device = DeviceID(try fixed64())
    let sequence = try sequence()
    return SegmentID(device: device, sequence: sequence, nonce: try fixed64())
  }

  /// Reads a sequence number, from 1 to 2⁴⁸, so that adding to it cannot overflow.
  mutating func sequence() throws -> UInt64 {
    let sequence = try varint()
    guard (1...(1 << 48)).contains(sequence) else { throw error(.outOfRange) }
    return sequence
  }

  mutating func segmentIDs() throws -> Set<SegmentID> {
    Set(try array(minElementSize: 17) { try $0.segmentID() })
  }

  /// Reads the index of an element in a table, and returns the element.
  mutating func element<Element>(of table: [Element]) throws -> Element {
    let index = try varint()
    guard index < UInt64(table.count) else { throw error(.outOfRange) }
    return table[Int(index)]
  }

  mutating func value(inList: Bool = false) throws -> Value {
    switch try byte() {
    case 0: return .null
    case 1: return .integer(try signedVarint())
    case 2:
      let number = Double(bitPattern: try fixed64())
      guard !number.isNaN else { throw error(.outOfRange) }
      return .real(number)
    case 3: return .text(try text(limit: Limits.value))
    case 4:
      let count = try count(minElementSize: 1, limit: Limits.value)
      return .blob(Data(try data(count)))
    case 5 where !inList:
      return .list(try array(minElementSize: 1, limit: Limits.list) { try $0.value(inList: true) })
    default: throw error(.unknownTag)
    }
  }
}
