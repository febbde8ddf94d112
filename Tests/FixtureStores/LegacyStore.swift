import Crypto
package import Foundation
import TestSupport

/// What a beer must be after a correct migration.
package struct ExpectedBeer: Equatable {
  package var name: String?
  package var brewery: String?
  package var style: String?
  package var abv: Double?
  package var ibu: Double?
  package var rating: Double?
  package var place: String?
  package var notes: String?
  /// Seconds since 1970.
  package var drunkAt: Double
  package var photos: [ExpectedPhoto]

  /// The hashes of the photos, whatever their order.
  package var images: [String] { photos.map(\.sha256).sorted() }

  package init(
    name: String?, brewery: String?, style: String?, abv: Double?, ibu: Double?, rating: Double?,
    place: String?,
    notes: String?, drunkAt: Double, photos: [ExpectedPhoto]
  ) {
    self.name = name
    self.brewery = brewery
    self.style = style
    self.abv = abv
    self.ibu = ibu
    self.rating = rating
    self.place = place
    self.notes = notes
    self.drunkAt = drunkAt
    self.photos = photos
  }
}

package struct ExpectedPhoto: Equatable {
  package var sha256: String
  package var byteCount: Int

  package init(sha256: String, byteCount: Int) {
    self.sha256 = sha256
    self.byteCount = byteCount
  }
}

/// Writes stores as Beer Diary for iOS left them: Core Data on SQLite, with the quirks of real ones.
///
/// - `Z_FOK_BEER` (up to 1.6.0) is sparse: 2048 in steps of 1024, with insertions in between and before the first.
///   `ZUSERORDER` (1.6.1) is dense. Primary keys do not follow the order.
/// - Timestamps count seconds from 2001-01-01.
/// - Where the image attribute allows external storage, a blob starts with 0x01, or is 0x02, a file's UUID and 0x00.
/// - Beer 4 has no name, beer 5 no photos, beer 6 several.
package struct LegacyStore {
  package enum Model: Sendable {
    /// Up to 1.6.0: the ordered relationship.
    case orderedRelationship
    /// 1.6.1: the app's own order.
    case userOrder
  }

  package var model = Model.orderedRelationship
  package var beerCount = 12
  package var photoByteCount = 5000
  /// Whether images start with Core Data's byte 0x01.
  package var hasPrefix = false
  /// The number of images that are in separate files.
  package var externalCount = 0
  /// Whether the last third of the rows is only in the -wal, as in a copy of a running app's files.
  package var leavesRowsInWAL = false
  /// Whether all rows are only in the -wal, and the schema too: the file itself is an empty database.
  package var leavesEverythingInWAL = false
  /// Whether the store has a rollback journal instead of a -wal.
  package var hasRollbackJournal = false
  package var seed: UInt64 = 1
  /// Statements that run at the end, for what is different in a test.
  package var extraSQL = ""

  package init() {}

  /// Writes the store and returns its beers as they must be after a migration.
  package func write(to path: String) throws -> [ExpectedBeer] {
    var writer = try LegacyStoreWriter(self, path: path)
    return try writer.write()
  }

  var isCopiedWithItsWAL: Bool { leavesRowsInWAL || leavesEverythingInWAL }

  var orderColumn: String { model == .orderedRelationship ? "Z_FOK_BEER" : "ZUSERORDER" }

  static let tables = """
    CREATE TABLE ZBEER ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZFAVORITE INTEGER, ZABV FLOAT,
      ZIBU FLOAT, ZLATITUDE FLOAT, ZLONGITUDE FLOAT, ZRATING FLOAT, ZTIMESTAMP TIMESTAMP, ZBREWERY VARCHAR,
      ZLOCATION VARCHAR, ZNAME VARCHAR, ZNOTES VARCHAR, ZSTYLE VARCHAR, ZTHUMBNAILDATA BLOB );
    CREATE TABLE ZPHOTO ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZBEER INTEGER, ORDERCOLUMN INTEGER,
      ZTIMESTAMP TIMESTAMP, ZIMAGEDATA BLOB, ZTHUMBNAILDATA BLOB );
    CREATE INDEX ZPHOTO_ZBEER_INDEX ON ZPHOTO (ZBEER);
    CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
    CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
    CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB);
    """
}

/// Writes one store.
private struct LegacyStoreWriter {
  private let options: LegacyStore
  private let path: String
  private let workPath: String
  private let file: SQLiteFile
  private var random: SeededGenerator
  private var externalLeft: Int
  private var nextPhotoKey: Int64 = 1
  private let thumbnail: Data

  init(_ options: LegacyStore, path: String) throws {
    self.options = options
    self.path = path
    // Rows stay in the -wal only while the connection is open, so such a store is copied away under it.
    workPath = options.isCopiedWithItsWAL ? path + "-app" : path
    file = try SQLiteFile(workPath)
    random = SeededGenerator(seed: options.seed)
    externalLeft = options.externalCount
    thumbnail = FixtureImage.jpeg(width: 120, height: 160, byteCount: 900, using: &random)
  }

  mutating func write() throws -> [ExpectedBeer] {
    try file.execute("PRAGMA page_size = 4096; PRAGMA auto_vacuum = 2; PRAGMA journal_mode = WAL")
    try file.execute("PRAGMA synchronous = OFF")
    if options.leavesEverythingInWAL { try file.execute("PRAGMA wal_autocheckpoint = 0") }
    try file.execute(LegacyStore.tables.replacingOccurrences(of: "ORDERCOLUMN", with: options.orderColumn))
    try file.execute("BEGIN")
    var beers: [ExpectedBeer] = []
    for key in 1...max(1, options.beerCount) {
      if options.leavesRowsInWAL, key == options.beerCount * 2 / 3 { try checkpointAndStop() }
      beers.append(try addBeer(Int64(key)))
    }
    try addBookkeeping(beers: beers.count)
    try file.execute("COMMIT")
    if !options.extraSQL.isEmpty { try file.execute(options.extraSQL) }
    try finish()
    return beers
  }

  private func checkpointAndStop() throws {
    try file.execute("COMMIT; PRAGMA wal_checkpoint(TRUNCATE); PRAGMA wal_autocheckpoint = 0; BEGIN")
  }

  private func finish() throws {
    if options.isCopiedWithItsWAL {
      for end in ["", "-wal"] {
        try FileManager.default.copyItem(atPath: workPath + end, toPath: path + end)
      }
    } else {
      try file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
      if options.hasRollbackJournal { try file.execute("PRAGMA journal_mode = DELETE") }
    }
    file.close()
    for end in ["", "-wal", "-shm"] where options.isCopiedWithItsWAL {
      let leftover = workPath + end
      if FileManager.default.fileExists(atPath: leftover) {
        try FileManager.default.removeItem(atPath: leftover)
      }
    }
  }

  private mutating func addBeer(_ key: Int64) throws -> ExpectedBeer {
    let timestamp = 700_000_000 + Double(key) * 3600 + 0.5
    var beer = ExpectedBeer(
      name: key == 4 ? nil : "Märzen \"\(key)\" 一番 🍺", brewery: "Brouwerij \(key % 7)",
      style: "Stout - Imperial",
      abv: Double(key % 140) / 10, ibu: Double(key % 120), rating: Double(key % 21) / 4,
      place: key.isMultiple(of: 3) ? nil : "Café 't Eind", notes: "Notes on beer \(key).\nSecond line.",
      drunkAt: timestamp + 978_307_200, photos: [])
    try file.execute(
      "INSERT INTO ZBEER VALUES (?, 1, 3, ?, ?, ?, 52.09, 5.12, ?, ?, ?, ?, ?, ?, ?, ?)",
      [
        .integer(key), .integer(key % 2), .real(beer.abv ?? 0), .real(beer.ibu ?? 0), .real(beer.rating ?? 0),
        .real(timestamp), .optional(beer.brewery), .optional(beer.place), .optional(beer.name),
        .optional(beer.notes), .optional(beer.style), photoCount(of: key) == 0 ? .null : .blob(thumbnail),
      ])
    beer.photos = try addPhotos(count: photoCount(of: key), beer: key, timestamp: timestamp)
    return beer
  }

  private func photoCount(of key: Int64) -> Int {
    switch key % 6 {
    case 5: 0
    case 0: 4
    default: 1
    }
  }

  /// Adds the photos in a random order and returns them in the order of their keys.
  private mutating func addPhotos(count: Int, beer: Int64, timestamp: Double) throws -> [ExpectedPhoto] {
    var rows: [(key: Int64, blob: Data, expected: ExpectedPhoto)] = []
    for key in orderKeys(count) {
      let size = options.photoByteCount + Int(key % 97)
      let image = FixtureImage.jpeg(width: 1512, height: 2016, byteCount: size, using: &random)
      rows.append((key, try stored(image), ExpectedPhoto(sha256: image.sha256, byteCount: image.count)))
    }
    for (offset, row) in rows.enumerated().shuffled(using: &random) {
      try file.execute(
        "INSERT INTO ZPHOTO VALUES (?, 2, 1, ?, ?, ?, ?, ?)",
        [
          .integer(nextPhotoKey), .integer(beer), .integer(row.key), .real(timestamp - Double(offset)),
          .blob(row.blob), .blob(thumbnail),
        ])
      nextPhotoKey += 1
    }
    return rows.map(\.expected)
  }

  private mutating func orderKeys(_ count: Int) -> [Int64] {
    guard options.model == .orderedRelationship else { return (0..<count).map(Int64.init) }
    var keys = (0..<count).map { Int64(2048 + 1024 * $0) }
    if count >= 3 {
      keys[1] = (keys[0] + keys[2]) / 2
      keys[0] = Int64.random(in: 4..<2000, using: &random)
    }
    return keys
  }

  private mutating func stored(_ image: Data) throws -> Data {
    if externalLeft > 0 {
      externalLeft -= 1
      let name = UUID.made(using: &random).uuidString
      let folder = LegacyStore.externalFolder(ofStore: path)
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try image.write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
      return Data([2]) + Data(name.utf8) + Data([0])
    }
    return options.hasPrefix || options.externalCount > 0 ? Data([1]) + image : image
  }

  private func addBookkeeping(beers: Int) throws {
    try file.execute(
      "INSERT INTO Z_PRIMARYKEY VALUES (1, 'Beer', 0, \(beers)), (2, 'Photo', 0, \(nextPhotoKey - 1))")
    try file.execute(
      "INSERT INTO Z_METADATA VALUES (1, 'B6D4B2E0-0000-4000-8000-000000000001', x'62706C697374')")
  }
}

extension LegacyStore {
  /// Returns the folder in which Core Data stores images in separate files.
  package static func externalFolder(ofStore path: String) -> String {
    let url = URL(fileURLWithPath: path)
    let name = url.deletingPathExtension().lastPathComponent
    return url.deletingLastPathComponent().path + "/.\(name)_SUPPORT/_EXTERNAL_DATA"
  }
}

extension UUID {
  fileprivate static func made(using generator: inout some RandomNumberGenerator) -> UUID {
    withUnsafeBytes(of: (generator.next(), generator.next())) {
      UUID(uuid: $0.loadUnaligned(as: uuid_t.self))
    }
  }
}

extension Data {
  package var sha256: String {
    SHA256.hash(data: self).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}
