import Foundation
import GRDB
import SQLiteKit
import Sync

/// Reads and writes the rows of `sync_record`, within a transaction.
///
/// The rows are compressed with a dictionary that is made from some of them whenever many are written together, because
/// a beer resembles those that were imported with it. Otherwise they would be larger than the beers.
final class RecordRows {
  /// The number of records from which they get a dictionary of their own.
  private static let minCountForDictionary = 500

  /// The number of records that a dictionary is made from.
  private static let sampleCount = 8

  private let db: Database

  /// `nil` until the first compressed row.
  private var knownCompressor: RecordCompressor?

  /// Dictionaries by their ids.
  private var dictionaries: [Int64: Data] = [:]

  init(_ db: Database) { self.db = db }

  /// The size of all versions in bytes, without compression.
  var size: Int {
    get throws { try Int.fetchOne(db, sql: "SELECT coalesce(sum(size), 0) FROM sync_record") ?? 0 }
  }

  // MARK: - Reading

  /// Returns the registers of a record; empty if there is no row.
  func versions(of record: RecordID) throws -> StoredRegisters {
    let statement = try db.cachedStatement(
      sql: "SELECT versions, size, dictionary FROM sync_record WHERE entity = ? AND uuid = ?")
    let row = try Row.fetchOne(statement, arguments: [record.entity, record.uuid])
    return try row.map { try versions($0, from: 0) } ?? StoredRegisters()
  }

  /// Calls a function with all records, or those of a kind, in no particular order.
  func forEach(
    _ entity: String? = nil, _ body: (RecordID, StoredRegisters) throws -> Void
  ) throws {
    let all = "SELECT entity, uuid, versions, size, dictionary FROM sync_record"
    let rows = try Row.fetchCursor(
      db, sql: entity == nil ? all : "\(all) WHERE entity = ?", arguments: entity.map { [$0] } ?? [])
    while let row = try rows.next() {
      try body(
        RecordID(entity: try row.value(atIndex: 0), uuid: try row.value(atIndex: 1)),
        versions(row, from: 2))
    }
  }

  /// - Parameter index: The index of the column `versions`, which `size` and `dictionary` follow.
  private func versions(_ row: Row, from index: Int) throws -> StoredRegisters {
    let bytes = try row.value(Data.self, atIndex: index)
    guard let dictionary = try row.value(Int64?.self, atIndex: index + 2) else {
      return try StoredRegisters(decoding: bytes)
    }
    let decompressed = try compressor.decompressed(
      bytes, count: row.value(atIndex: index + 1), dictionary: self.dictionary(dictionary))
    guard let decompressed else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a row of sync_record is damaged")
    }
    return try StoredRegisters(decoding: decompressed)
  }

  // MARK: - Writing

  /// Replaces the registers of records; those without registers are deleted.
  func write(_ records: [(id: RecordID, versions: StoredRegisters)]) throws {
    let dictionary = try dictionary(for: records.map(\.versions).filter { !$0.isEmpty })
    let deletion = try db.cachedStatement(sql: "DELETE FROM sync_record WHERE entity = ? AND uuid = ?")
    let insertion = try db.cachedStatement(
      sql: """
        INSERT INTO sync_record (entity, uuid, versions, size, dictionary) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (entity, uuid) DO UPDATE
          SET versions = excluded.versions, size = excluded.size, dictionary = excluded.dictionary
        """)
    for (id, versions) in records {
      if versions.isEmpty {
        try deletion.execute(arguments: [id.entity, id.uuid])
        continue
      }
      let bytes = try versions.encoded()
      let compressed = try dictionary.flatMap { try compressor.compressed(bytes, dictionary: $0.bytes) }
      try insertion.execute(arguments: [
        id.entity, id.uuid, compressed ?? bytes, bytes.count, compressed == nil ? nil : dictionary?.id,
      ])
    }
  }

  /// Returns a new dictionary if there are many records, and otherwise the last one; `nil` if none was made yet.
  private func dictionary(for records: [StoredRegisters]) throws -> (id: Int64, bytes: Data)? {
    guard records.count >= Self.minCountForDictionary else {
      let last = try db.cachedStatement(sql: "SELECT max(id) FROM sync_dictionary")
      return try Int64.fetchOne(last).map { ($0, try self.dictionary($0)) }
    }
    let samples = stride(from: 0, to: records.count, by: records.count / Self.sampleCount)
    var bytes = Data()
    for sample in samples where bytes.count < RecordCompressor.maxDictionarySize {
      bytes += try records[sample].encoded()
    }
    bytes = Data(bytes.prefix(RecordCompressor.maxDictionarySize))
    try db.execute(sql: "INSERT INTO sync_dictionary (bytes) VALUES (?)", arguments: [bytes])
    dictionaries[db.lastInsertedRowID] = bytes
    return (db.lastInsertedRowID, bytes)
  }

  private func dictionary(_ id: Int64) throws -> Data {
    if let known = dictionaries[id] { return known }
    let statement = try db.cachedStatement(sql: "SELECT bytes FROM sync_dictionary WHERE id = ?")
    guard let bytes = try Data.fetchOne(statement, arguments: [id]) else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "sync_dictionary has no row \(id)")
    }
    dictionaries[id] = bytes
    return bytes
  }

  private var compressor: RecordCompressor {
    get throws {
      if let knownCompressor { return knownCompressor }
      let compressor = try RecordCompressor()
      knownCompressor = compressor
      return compressor
    }
  }
}

extension UInt64 {
  /// The signed number with the same bits, which SQLite can store.
  var signed: Int64 { Int64(bitPattern: self) }

  init(signed: Int64) { self.init(bitPattern: signed) }
}

extension SegmentID {
  /// - Parameter index: The index of the column `device`, which `sequence` and `hash`, the nonce, follow.
  init(_ row: Row, from index: Int) throws {
    self.init(
      device: DeviceID(UInt64(signed: try row.value(atIndex: index))),
      sequence: UInt64(signed: try row.value(atIndex: index + 1)),
      nonce: UInt64(signed: try row.value(atIndex: index + 2)))
  }

  var arguments: StatementArguments { [device.rawValue.signed, sequence.signed, nonce.signed] }
}
