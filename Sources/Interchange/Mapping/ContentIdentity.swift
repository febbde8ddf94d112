import Crypto

/// Gives rows an id by their content, so that a file imported again is recognised row by row.
///
/// The id depends on the names and values of the columns alone and not on their order, the delimiter, the quotes, the
/// encoding or on what this program makes of a column, so that it stays the same when a later version reads more.
/// Rows of a file that are alike are told apart by counting: a file with two such rows has two ids, each time.
///
/// Takes 8 bytes or so for each distinct row, the one thing that grows with a file that has no ids of its own; a row that only shares the first
/// 64 bits with another is numbered as its twin, the same way each time, and still has its own id.
struct ContentIdentity {
  /// The columns in an order that does not depend on the file's.
  private let columns: [(index: Int, key: [UInt8])]
  private var seen: Set<UInt64> = []
  /// How often rows were seen, for those seen more than once.
  private var repetitions: [UInt64: Int] = [:]

  init(_ mapping: ColumnMapping) {
    let header = mapping.header
    columns = header.keys.indices.filter { mapping.roles[$0] != .ignored }
      .sorted { (header.keys[$0], header.names[$0]) < (header.keys[$1], header.names[$1]) }
      .map { ($0, Array(header.keys[$0].utf8)) }
  }

  /// The id of a row: 128 bits of SHA-256 in hexadecimal, `-2` and so on behind it for its repetitions.
  mutating func id(of record: FileRecord) -> String {
    let digest = digest(of: record)
    let prefix = digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let id = hexadecimal(digest.prefix(16))
    guard !seen.insert(prefix).inserted else { return id }
    let count = repetitions[prefix, default: 1] + 1
    repetitions[prefix] = count
    return "\(id)-\(count)"
  }

  private func digest(of record: FileRecord) -> SHA256.Digest {
    var hash = SHA256()
    for (index, key) in columns {
      record.withValue(at: index) { value in
        guard !value.isEmpty else { return }
        Self.add(key, to: &hash)
        Self.add(value, to: &hash)
      }
    }
    return hash.finalize()
  }

  /// Adds bytes with their count before them, so that no two lists of values run together to the same bytes.
  private static func add(_ bytes: some Collection<UInt8>, to hash: inout SHA256) {
    withUnsafeBytes(of: UInt64(bytes.count).littleEndian) { hash.update(bufferPointer: $0) }
    if bytes.withContiguousStorageIfAvailable({ hash.update(bufferPointer: UnsafeRawBufferPointer($0)) })
      == nil
    {
      Array(bytes).withUnsafeBytes { hash.update(bufferPointer: $0) }
    }
  }

  private func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
