import DiaryModel
import FixtureStores
import Foundation

/// What a store holds, read by plain SQL without the diary's own code: what a damaged store is compared with.
struct RawDiary {
  struct Photo {
    let id: Int64
    let beer: Int64?
    let key: Int64?
    let time: Double?
    /// `nil` if it is not a plain image in the store.
    let hash: String?
  }

  private(set) var names: [Int64: String?] = [:]
  private(set) var photos: [Photo] = []
  /// Rows that have no usable key, so that it is undefined what a diary shows of them.
  private(set) var oddRows = 0

  /// Whether photos name beers that are not there, which the diary's own schema rules out.
  private(set) var isIncoherent = false

  /// What cannot be compared with a diary, for the report.
  var limits: [String] {
    (oddRows > 0 ? ["not compared by beer: rows without a usable key"] : [])
      + (isIncoherent ? ["not compared as a whole: photos of beers that are not there"] : [])
  }

  /// - Throws: If SQLite itself cannot read the store or finds it damaged.
  init(_ path: String) throws {
    let file = try SQLiteFile(path)
    defer { file.close() }
    guard try file.rows("PRAGMA integrity_check") == [["ok"]] else { throw UsageError("it is damaged") }
    let tables = try file.rows("SELECT name FROM sqlite_master WHERE name IN ('ZBEER', 'beer')")
    if tables == [["beer"]] { try readOwn(file) } else { try readLegacy(file) }
  }

  private mutating func readOwn(_ file: SQLiteFile) throws {
    try addBeers(file.values("SELECT id, name FROM beer WHERE deleted_at IS NULL"))
    isIncoherent = try !file.rows("PRAGMA foreign_key_check").isEmpty
    let hasView = try !file.rows("SELECT 1 FROM sqlite_master WHERE name = 'ordered_photo'").isEmpty
    let rows = try file.values(
      """
      SELECT p.id, p.beer_id, p.user_order, NULL, i.data, p.image_offset, p.external_name, p.sha256
      FROM \(hasView ? "ordered_photo" : "photo") p LEFT JOIN photo_image i ON i.id = p.id
      """)
    for row in rows {
      let offset = row[5].integer ?? 0
      add(row, row[6].isNull ? row[4].blob?.dropFirst(Int(offset)) : nil, recordedHash: row[7].plainText)
    }
  }

  private mutating func readLegacy(_ file: SQLiteFile) throws {
    let columns = try file.rows("SELECT name FROM pragma_table_info('ZPHOTO')").joined()
    let key = columns.contains("ZUSERORDER") ? "ZUSERORDER" : "Z_FOK_BEER"
    try addBeers(file.values("SELECT Z_PK, ZNAME FROM ZBEER"))
    for row in try file.values("SELECT Z_PK, ZBEER, \(key), ZTIMESTAMP, ZIMAGEDATA FROM ZPHOTO") {
      let blob = row[4].blob
      let isExternal = blob?.first == 2 && blob?.count == 38
      add(row, isExternal ? nil : blob?.first == 1 ? blob?.dropFirst() : blob)
    }
  }

  private mutating func addBeers(_ rows: [[SQLiteFile.Value]]) {
    for row in rows {
      if let id = row[0].integer, names[id] == nil { names[id] = row[1].plainText } else { oddRows += 1 }
    }
  }

  /// A hash that was recorded is shown whatever has become of the image.
  private mutating func add(_ row: [SQLiteFile.Value], _ image: Data?, recordedHash: String? = nil) {
    guard let id = row[0].integer, !photos.contains(where: { $0.id == id }) else {
      oddRows += 1
      return
    }
    let hash = recordedHash ?? image.flatMap { $0.isEmpty ? nil : $0.sha256 }
    photos.append(
      Photo(id: id, beer: row[1].integer, key: row[2].integer, time: row[3].number, hash: hash))
  }

  /// The images of a beer in the order that the store gives them.
  func hashes(ofBeer id: Int64) -> [String?] {
    photos.filter { $0.beer == id }.sorted { first, second in
      (first.key ?? .max, first.time ?? -.infinity, first.id)
        < (second.key ?? .max, second.time ?? -.infinity, second.id)
    }.map(\.hash)
  }
}

extension SQLiteFile.Value {
  fileprivate var isNull: Bool { if case .null = self { true } else { false } }
  fileprivate var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
  /// A text that a diary can show as it is.
  fileprivate var plainText: String? {
    if case .text(let text) = self, !text.contains(where: { $0 == "\0" || $0 == "\u{FFFD}" }) {
      text
    } else {
      nil
    }
  }
  fileprivate var blob: Data? { if case .blob(let data) = self { data } else { nil } }
  fileprivate var number: Double? {
    switch self {
    case .real(let number): number
    case .integer(let number): Double(number)
    default: nil
    }
  }
}
