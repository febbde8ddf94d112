import Foundation
import GRDB
import Pictures
import SQLiteKit

/// A cache file of thumbnails by the UUIDs of their photos, and of the reasons why photos have none.
///
/// The file can be deleted at any time, and is replaced if it is damaged or of another version. If it cannot be
/// written, the cache stays empty. No call fails.
struct ThumbnailCache: Sendable {
  /// The version of the file, which also changes if other formats can be decoded: refused images are then tried again.
  private static let version = Thumbnail.hasCodecs ? 1 : 1001
  /// In seconds.
  private static let busyTimeout: TimeInterval = 0.5
  /// `BTmb` in the database header, by which the cache is distinguished from other databases.
  private static let applicationID: UInt32 = 0x4254_6D62

  private let queue: DatabaseQueue?

  /// Opens or creates a cache file; one that cannot be opened is replaced.
  ///
  /// - Parameter path: The path of the file; `nil` for a cache that stays empty.
  init(path: String?) {
    queue = path.flatMap { path in
      Self.open(path)
        ?? {
          Self.makeRoom(at: path)
          return Self.open(path)
        }()
    }
  }

  /// Returns the cached pictures of photos.
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

  /// Returns the photos that have a cached picture, without reading the pictures.
  func photosWithPicture(among photos: [UUID]) -> Set<UUID> {
    let found = try? queue?.read { db in
      let statement = try db.makeStatement(sql: "SELECT 1 FROM thumbnail WHERE uuid = ?")
      return try Set(photos.filter { try Row.fetchOne(statement, arguments: [$0]) != nil })
    }
    return found ?? []
  }

  /// Caches a picture, and replaces an earlier one.
  func store(_ picture: PhotoPicture, of photo: UUID) {
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

  /// Returns the photos that have a cached picture, in ascending order of their UUIDs.
  ///
  /// - Parameter uuid: Only photos after this one; `nil` for all.
  func photos(after uuid: UUID?, limit: Int) -> [UUID] {
    let found = try? queue?.read { db in
      try UUID.fetchAll(
        db, sql: "SELECT uuid FROM thumbnail WHERE uuid > ? ORDER BY uuid LIMIT ?",
        arguments: [uuid.map { $0.databaseValue } ?? Data().databaseValue, limit])
    }
    return found ?? []
  }

  /// Deletes the pictures of photos, and overwrites them in the file.
  func remove(_ photos: [UUID]) {
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

  /// Opens the file, and creates it if there is none; returns `nil` if it cannot be used.
  private static func open(_ path: String) -> DatabaseQueue? {
    var configuration = Configuration.hardened()
    configuration.busyMode = .timeout(busyTimeout)
    configuration.prepareDatabase { db in
      // Pictures that are lost in a power cut are made again.
      try db.execute(sql: "PRAGMA synchronous = OFF; PRAGMA secure_delete = ON")
    }
    return try? { () throws -> DatabaseQueue? in
      try StoreFile.create(path)
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      return try queue.inDatabase(prepare) ? queue : nil
    }()
  }

  /// Creates the table in an empty file; returns `false` if the file is of another version.
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

  /// Removes a file whose header says that it is a cache, and renames any other file.
  private static func makeRoom(at path: String) {
    if isCache(path) {
      for file in StoreFile.withSidecars(path) { unlink(file) }
    } else {
      // If the file cannot be renamed, the cache just stays empty.
      _ = try? AtomicRename.renameNoReplace(path, to: "\(path)-unreadable-\(UUID().uuidString)")
    }
  }

  /// Returns whether a file has the header of a cache.
  ///
  /// Source: SQLite's "Database File Format", 1.3 The Database Header.
  private static func isCache(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path), let header = try? file.read(upToCount: 72),
      header.count == 72, header.starts(with: Data("SQLite format 3\0".utf8))
    else { return false }
    return header[68..<72].reduce(0) { $0 << 8 | UInt32($1) } == applicationID
  }
}
