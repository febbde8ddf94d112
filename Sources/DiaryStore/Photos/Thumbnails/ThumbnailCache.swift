import Foundation
import GRDB
import Pictures
import SQLiteKit

/// Thumbnails on the disk, by the uuid of their photo, and which photos have none for good.
///
/// All of it can be made again: the file can be deleted at any time, and one that is damaged or of another version is
/// replaced. If nothing can be written, the cache stays empty. No call ever fails.
struct ThumbnailCache: Sendable {
  /// Of the file, and of what can be decoded: what was refused by another version is tried again.
  private static let version = Thumbnail.hasCodecs ? 1 : 1001
  private static let busyTimeout: TimeInterval = 0.5
  /// `BTmb`, in the database header; tells the cache from a database of the user's.
  private static let applicationID: UInt32 = 0x4254_6D62

  private let queue: DatabaseQueue?

  /// - Parameter path: `nil` for a cache that keeps nothing.
  init(path: String?) {
    queue = path.flatMap { path in
      Self.open(path)
        ?? {
          Self.makeRoom(at: path)
          return Self.open(path)
        }()
    }
  }

  /// The pictures that are known of these photos.
  func pictures(of photos: [UUID]) -> [UUID: PhotoPicture] {
    let found = try? queue?.read { db in
      let statement = try db.makeStatement(sql: "SELECT image, refusal FROM thumbnail WHERE uuid = ?")
      return try photos.reduce(into: [UUID: PhotoPicture]()) { found, uuid in
        guard let row = try Row.fetchOne(statement, arguments: [uuid]) else { return }
        found[uuid] = try Self.picture(row)
      }
    }
    return found ?? [:]
  }

  /// Which of these photos it knows, without reading their pictures.
  func known(of photos: [UUID]) -> Set<UUID> {
    let found = try? queue?.read { db in
      let statement = try db.makeStatement(sql: "SELECT 1 FROM thumbnail WHERE uuid = ?")
      return try Set(photos.filter { try Row.fetchOne(statement, arguments: [$0]) != nil })
    }
    return found ?? []
  }

  func keep(_ picture: PhotoPicture, of photo: UUID) {
    let (image, refusal): (Data?, String?) =
      switch picture {
      case .thumbnail(let thumbnail): (Data(thumbnail.encoded), nil)
      case .refused(let reason): (nil, reason)
      }
    try? queue?.write { db in
      try db.execute(
        sql: "INSERT OR REPLACE INTO thumbnail (uuid, image, refusal) VALUES (?, ?, ?)",
        arguments: [photo, image, refusal])
    }
  }

  /// Photos that it knows, in the order of their uuids.
  func photos(after uuid: UUID?, limit: Int) -> [UUID] {
    let found = try? queue?.read { db in
      try UUID.fetchAll(
        db, sql: "SELECT uuid FROM thumbnail WHERE uuid > ? ORDER BY uuid LIMIT ?",
        arguments: [uuid.map { $0.databaseValue } ?? Data().databaseValue, limit])
    }
    return found ?? []
  }

  /// Forgets photos; their pictures are overwritten in the file.
  func forget(_ photos: [UUID]) {
    try? queue?.write { db in
      for photo in photos { try db.execute(sql: "DELETE FROM thumbnail WHERE uuid = ?", arguments: [photo]) }
    }
  }

  func close() { try? queue?.close() }
}

extension ThumbnailCache {
  private static func picture(_ row: Row) throws -> PhotoPicture? {
    if let image = try row.value(Data?.self, atIndex: 0) {
      return Thumbnail(encoded: image).map { .thumbnail($0) }
    }
    return try row.value(String?.self, atIndex: 1).map { .refused($0) }
  }

  /// Opens the file, making it where there is none; `nil` where it is no cache that can be used.
  private static func open(_ path: String) -> DatabaseQueue? {
    var configuration = Configuration.hardened()
    configuration.busyMode = .timeout(busyTimeout)
    configuration.prepareDatabase { db in
      // What a power cut takes is made again.
      try db.execute(sql: "PRAGMA synchronous = OFF; PRAGMA secure_delete = ON")
    }
    return try? { () throws -> DatabaseQueue? in
      try StoreFile.create(path)
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      return try queue.inDatabase(prepare) ? queue : nil
    }()
  }

  /// Makes the table in an empty file; `false` where the file is of another version.
  private static func prepare(_ db: Database) throws -> Bool {
    let found = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    if found == 0, try !db.tableExists("thumbnail") {
      try db.execute(sql: "PRAGMA journal_mode = WAL")
      try db.inTransaction {
        try db.execute(
          sql: """
            CREATE TABLE IF NOT EXISTS thumbnail (
              uuid BLOB PRIMARY KEY CHECK (length(uuid) = 16),
              image BLOB,
              refusal TEXT,
              CHECK ((image IS NULL) <> (refusal IS NULL))
            ) STRICT, WITHOUT ROWID;
            PRAGMA user_version = \(version);
            PRAGMA application_id = \(applicationID);
            """)
        return .commit
      }
      return true
    }
    return try found == version && db.tableExists("thumbnail")
  }

  /// Removes a file that is a cache by its header, and gives anything else another name.
  private static func makeRoom(at path: String) {
    if isCache(path) {
      for file in StoreFile.withSidecars(path) { unlink(file) }
    } else {
      // What stays in the place keeps the cache empty, which is all that can happen.
      _ = try? AtomicRename.renameNoReplace(path, to: "\(path)-unreadable-\(UUID().uuidString)")
    }
  }

  /// Source: SQLite's "Database File Format", 1.3 The Database Header.
  private static func isCache(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path), let header = try? file.read(upToCount: 72),
      header.count == 72, header.starts(with: Data("SQLite format 3\0".utf8))
    else { return false }
    return header[68..<72].reduce(0) { $0 << 8 | UInt32($1) } == applicationID
  }
}
