package import DiaryModel
package import Foundation
import GRDB
import Pictures
import SQLiteKit

/// A beer as it is exported: with its stored values, including those that are invalid in a field.
package struct ExportedBeer {
  /// The value of a column.
  package enum Value: Hashable, Sendable {
    /// Text, also that of dates and of JSON.
    case text(String)
    /// A number, which may be outside of the range of its column.
    case number(Double)
  }

  /// What an export contains about a photo.
  package struct Photo: Hashable, Sendable {
    /// The id of the photo in this diary.
    package let id: Int64
    /// The UUID, by which an import recognizes the photo.
    package let uuid: UUID
    /// The caption; `nil` if the photo has none.
    package let caption: String?
    /// When the photo was taken, as stored; `nil` if unknown.
    package fileprivate(set) var takenAt: String?
    /// The format of the image, such as `JPEG`; `nil` if unknown.
    package fileprivate(set) var format: String?
    /// The width in pixels; `nil` if unknown.
    package fileprivate(set) var width: Int?
    /// The height in pixels; `nil` if unknown.
    package fileprivate(set) var height: Int?
    /// The size of the image in bytes.
    package let byteCount: Int
    /// The hash of the image in hexadecimal digits; `nil` if it has not been computed yet.
    package let sha256: String?
    /// Whether the image is missing.
    package let isMissing: Bool
  }

  /// What an export contains about the label of a beer.
  package struct Label: Hashable, Sendable {
    /// The UUID of the label.
    package let uuid: UUID
    /// The number of beers with the label in the diary, without those in the trash.
    package let times: Int
    /// Whether the user chose the label for the beer.
    package let isChosen: Bool
    /// Whether the label does not follow from the beer alone, because the user split, merged or edited labels.
    package let isDecided: Bool
    /// What the user decided about the label, at its first beer; `nil` at the others, or if there is nothing.
    package let decisions: LabelDecisions?
  }

  /// The columns that describe the entry and are not fields.
  package static let recordColumns = ["created_at", "updated_at", "deleted_at", "source", "source_id"]

  /// The id of the beer in this diary.
  package let id: Int64
  /// The UUID, by which an import recognizes the beer.
  package let uuid: UUID
  /// The photos in their order, including those whose image is missing.
  package let photos: [Photo]
  /// The label; `nil` if the beer has none yet.
  package let label: Label?
  /// How often and how well the label was had; `nil` unless the beers are one of each label.
  package fileprivate(set) var history: LabelHistory?
  /// The values in the order of `columnNames`; `nil` for NULL.
  package let values: [Value?]

  /// SQL for beers.
  ///
  /// - Parameters:
  ///   - source: The tables to read from, among them `beer`.
  ///   - order: The term to sort by.
  fileprivate static func select(from source: String, by order: String) -> String {
    let values = (["id", "uuid"] + columnNames).map { "beer." + $0 }
    return """
      SELECT \((values + ExportedLabels.columns).joined(separator: ", "))
      FROM \(source) LEFT JOIN label ON label.id = beer.label_id
        LEFT JOIN chosen_label ON chosen_label.beer_id = beer.id
      ORDER BY \(order)
      """
  }

  fileprivate init(_ row: Row, id: Int64, photos: [Photo], label: Label?) throws {
    self.id = id
    self.photos = photos
    self.label = label
    uuid = try row.value(atIndex: 1)
    values = (2..<row.count - ExportedLabels.columns.count).map { Value(row[$0] as DatabaseValue) }
  }

  /// Creates the export of a beer that has been read; it has no decisions about the label.
  package init(_ detail: BeerDetail) {
    let beer = detail.beer
    id = beer.id
    uuid = beer.uuid
    photos = detail.photos.map { Photo($0) }
    label = detail.label.map {
      Label(uuid: $0.uuid, times: $0.times, isChosen: false, isDecided: false, decisions: nil)
    }
    let record: [String?] = [
      beer.createdAt.text, beer.updatedAt.text, beer.deletedAt?.text, beer.origin?.source, beer.origin?.id,
    ]
    values = BeerColumn.all.map { Value($0, of: beer.fields) } + record.map { $0.map(Value.text) }
  }

  /// Returns the value of a column; `nil` if the column has no value or does not exist.
  package func value(_ column: String) -> Value? {
    guard let index = Self.columnNames.firstIndex(of: column) else { return nil }
    return values[index]
  }

  /// The names of the columns in `values`: those of `BeerColumn.all`, then `recordColumns`.
  package static var columnNames: [String] { BeerColumn.all.map(\.name) + recordColumns }
}

extension ExportedBeer.Photo {
  /// Creates the export of a photo that has been read.
  package init(_ photo: DiaryModel.Photo) {
    self.init(
      id: photo.id, uuid: photo.uuid, caption: photo.caption, takenAt: photo.takenAt?.text,
      format: photo.metadata.format, width: photo.metadata.width, height: photo.metadata.height,
      byteCount: photo.metadata.byteCount, sha256: photo.sha256, isMissing: photo.metadata.isMissing)
  }

  /// SQL for the columns that `init` reads.
  fileprivate static let columns =
    "photo.id, uuid, caption, taken_at, format, width, height, byte_count, sha256, is_missing"

  fileprivate init(_ row: Row, from index: Int) throws {
    try self.init(
      id: row.value(atIndex: index), uuid: row.value(atIndex: index + 1),
      caption: row.value(atIndex: index + 2), takenAt: row.value(atIndex: index + 3),
      format: row.value(atIndex: index + 4), width: row.value(atIndex: index + 5),
      height: row.value(atIndex: index + 6), byteCount: row.value(atIndex: index + 7),
      sha256: row.value(atIndex: index + 8), isMissing: row.value(atIndex: index + 9))
  }

  /// Sets what the header of the image says and the background work has not read yet.
  fileprivate mutating func complete(from header: ImageHeader?) {
    guard let header else { return }
    format = header.format.rawValue
    width = header.displayedSize?.width
    height = header.displayedSize?.height
    takenAt = takenAt ?? header.localTime?.text
  }
}

extension ExportedBeer.Value {
  /// The value of a column of a beer; `nil` if the beer has none.
  fileprivate init?(_ column: BeerColumn, of fields: BeerFields) {
    switch column.json(of: fields) {
    case .text(let text)?: self = .text(text)
    case .number(let number)?: self = .number(number)
    case .object(let extras)?: self = .text(extras.json)
    default: return nil
    }
  }

  fileprivate init?(_ value: DatabaseValue) {
    switch value.storage {
    case .null: return nil
    case .int64(let number): self = .number(Double(number))
    case .double(let number): self = .number(number)
    case .string(let text): self = .text(text)
    case .blob(let bytes): self = .text(String(decoding: bytes, as: UTF8.self))
    }
  }
}

/// Iterates over photos in the order of their beers.
private struct PhotoCursor {
  /// SQL for all photos, by the ids of their beers.
  static let all = """
    SELECT beer_id, \(ExportedBeer.Photo.columns) FROM photo ORDER BY beer_id, order_key
    """
  /// SQL for the photos of the beers whose ids are the argument, a JSON array, by the indices of the ids.
  static let ofBeers = """
    SELECT ids.key, \(ExportedBeer.Photo.columns)
    FROM json_each(?) AS ids CROSS JOIN photo ON photo.beer_id = ids.value ORDER BY ids.key, order_key
    """

  private let rows: RowCursor
  private var next: Row?

  /// Begins with the first photo.
  ///
  /// - Parameter rows: Rows of `all` or `ofBeers`.
  init(_ rows: RowCursor) throws {
    self.rows = rows
    next = try rows.next()
  }

  /// Returns the photos of a beer.
  ///
  /// - Parameter beer: What the rows are sorted by, greater than before.
  mutating func photos(of beer: Int64) throws -> [ExportedBeer.Photo] {
    var photos: [ExportedBeer.Photo] = []
    while let row = next {
      let owner: Int64 = try row.value(atIndex: 0)
      if owner > beer { break }
      if owner == beer { photos.append(try ExportedBeer.Photo(row, from: 1)) }
      next = try rows.next()
    }
    return photos
  }
}

/// Reads the labels of beers for an export.
private struct ExportedLabels {
  /// The last columns of a row, as SQL.
  static let columns = ["label.id", "label.uuid", "chosen_label.beer_id IS NOT NULL"]

  /// The numbers of beers in the diary, by the ids of labels.
  private var times: [Int64: Int] = [:]
  /// Counts the beers of a label that is not in `times`; `nil` if each such label has a single beer.
  private var counting: Statement?
  /// What the user decided, by label; `nil` to leave that out.
  private let decisions: [UUID: LabelDecisions]?
  /// The labels whose decisions have been exported.
  private var exported: Set<UUID> = []

  /// Prepares reading labels.
  ///
  /// - Parameter includesDecisions: Whether labels have what the user decided about them.
  init(_ db: Database, includesDecisions: Bool) throws {
    decisions = includesDecisions ? try LabelDecisions.all(db) : nil
    counting = try db.makeStatement(
      sql: "SELECT count(*) FROM beer WHERE label_id = ? AND deleted_at IS NULL")
  }

  /// Counts the beers of all labels in the index, which takes less time than a look-up for each of very many beers.
  mutating func countAll(_ db: Database) throws {
    counting = nil
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT label_id, sum(deleted_at IS NULL) AS times FROM beer WHERE label_id IS NOT NULL
        GROUP BY label_id HAVING times <> 1
        """)
    while let row = try rows.next() {
      let (label, count): (Int64, Int) = (try row.value(atIndex: 0), try row.value(atIndex: 1))
      times[label] = count
    }
  }

  /// Returns the label of a beer, with its decisions if it is the first beer of the label.
  ///
  /// Call this only for beers that are exported, in their order.
  ///
  /// - Parameter row: A row that ends with ``columns``.
  mutating func label(of row: Row) throws -> ExportedBeer.Label? {
    let start = row.count - Self.columns.count
    guard let id = try row.value(Int64?.self, atIndex: start) else { return nil }
    let uuid: UUID = try row.value(atIndex: start + 1)
    let count = try times(of: id)
    guard let decisions else {
      return ExportedBeer.Label(uuid: uuid, times: count, isChosen: false, isDecided: false, decisions: nil)
    }
    let isChosen: Bool = try row.value(atIndex: start + 2)
    let own = decisions[uuid]
    let isFirst = own != nil && exported.insert(uuid).inserted
    return ExportedBeer.Label(
      uuid: uuid, times: count, isChosen: isChosen,
      isDecided: isChosen || own != nil || uuid.isSplitOffLabel, decisions: isFirst ? own : nil)
  }

  private mutating func times(of label: Int64) throws -> Int {
    if let known = times[label] { return known }
    guard let counting else { return 1 }
    let count = try Int.fetchOne(counting, arguments: [label]) ?? 0
    times[label] = count
    return count
  }
}

/// Reads beers by their ids, many with one statement, which takes a fraction of the time of one after the other.
private struct ExportedBatch {
  /// The number of beers that are read together.
  static let size = 500

  private let db: Database
  private let selectBeers: Statement
  private let selectPhotos: Statement
  private var labels: ExportedLabels
  private let histories: LabelHistories?
  private let header: (Int64) throws -> ImageHeader?
  private var readCount = 0

  /// Prepares reading beers.
  ///
  /// - Parameters:
  ///   - hasHistories: Whether beers have the histories of their labels.
  ///   - header: Reads the header of a photo's image.
  init(
    _ db: Database, hasHistories: Bool, header: @escaping (Int64) throws -> ImageHeader?
  ) throws {
    self.db = db
    selectBeers = try db.makeStatement(
      sql: ExportedBeer.select(
        from: "json_each(?) AS ids CROSS JOIN beer ON beer.id = ids.value", by: "ids.key"))
    selectPhotos = try db.makeStatement(sql: PhotoCursor.ofBeers)
    labels = try ExportedLabels(db, includesDecisions: false)
    histories = hasHistories ? try LabelHistories(db) : nil
    self.header = header
  }

  /// Returns beers in the order of their ids in `ids`.
  mutating func beers(_ ids: [Int64]) throws -> [ExportedBeer] {
    readCount += 1
    // More than one batch is likely to be most of the diary.
    if readCount == 2 { try labels.countAll(db) }
    let list = ids.jsonArray
    var photos = try PhotoCursor(Row.fetchCursor(selectPhotos, arguments: [list]))
    let rows = try Row.fetchCursor(selectBeers, arguments: [list])
    var result: [ExportedBeer] = []
    result.reserveCapacity(ids.count)
    var index: Int64 = 0
    while let row = try rows.next() {
      let own = try photos.photos(of: index).map { try completed($0) }
      var beer = try ExportedBeer(row, id: row.value(atIndex: 0), photos: own, label: labels.label(of: row))
      beer.history = try histories?.history(of: beer)
      result.append(beer)
      index += 1
    }
    return result
  }

  private func completed(_ photo: ExportedBeer.Photo) throws -> ExportedBeer.Photo {
    guard photo.format == nil, !photo.isMissing else { return photo }
    var photo = photo
    photo.complete(from: try header(photo.id))
    return photo
  }
}

extension LabelHistories {
  /// Returns the history of a beer's label; that of the beer alone if it has none.
  fileprivate func history(of beer: ExportedBeer) throws -> LabelHistory {
    func number(_ column: String) -> Double? {
      if case .number(let number)? = beer.value(column) { number } else { nil }
    }
    func date(_ column: String) -> DiaryDate? {
      if case .text(let text)? = beer.value(column) { DiaryDate(text) } else { nil }
    }
    return try history(ofBeer: beer.id, rating: number("rating"), drunkAt: date("drunk_at"))
  }
}

/// Reads beers for exports.
struct ExportedBeers: DiaryComponent {
  let database: DiaryDatabase

  func forEachExportedBeer(_ filter: BeerFilter? = nil, _ body: (ExportedBeer) throws -> Void) throws {
    try read { db -> Result<Void, any Error> in
      let ids = try filter.map { try matching($0, db) }
      var photos = try PhotoCursor(Row.fetchCursor(db, sql: PhotoCursor.all))
      var labels = try ExportedLabels(db, includesDecisions: true)
      try labels.countAll(db)
      let rows = try Row.fetchCursor(db, sql: ExportedBeer.select(from: "beer", by: "beer.id"))
      while let row = try rows.next() {
        let id: Int64 = try row.value(atIndex: 0)
        let own = try photos.photos(of: id)
        if let ids, !ids.contains(id) { continue }
        let beer = try ExportedBeer(row, id: id, photos: own, label: labels.label(of: row))
        do { try body(beer) } catch { return .failure(error) }
      }
      return .success(())
    }.get()
  }

  func forEachExportedBeer(_ query: BeerQuery, limit: Int, _ body: (ExportedBeer) throws -> Void) throws {
    let photoEditor = PhotoEditor(database: database)
    try read { db -> Result<Void, any Error> in
      var batch = try ExportedBatch(db, hasHistories: query.isDistinct) {
        try photoEditor.header(db, ofPhoto: $0)
      }
      var ids: [Int64] = []
      var failure: (any Error)?
      func deliver() throws {
        let beers = try batch.beers(ids)
        ids.removeAll(keepingCapacity: true)
        do { try beers.forEach(body) } catch { failure = error }
      }
      try BeerListReader.forEachID(db, query, limit: limit) { id in
        ids.append(id)
        if ids.count == ExportedBatch.size { try deliver() }
        return failure == nil
      }
      if failure == nil { try deliver() }
      return failure.map { .failure($0) } ?? .success(())
    }.get()
  }

  func beersWithPhotos(_ filter: BeerFilter? = nil) throws(StoreError) -> [Int64] {
    try read { db in
      let ids = try filter.map { try matching($0, db) }
      let all = try Int64.fetchAll(db, sql: "SELECT DISTINCT beer_id FROM photo ORDER BY beer_id")
      return all.filter { ids?.contains($0) ?? true }
    }
  }

  /// Returns the ids of the beers that match a filter, without those on the other side of the trash.
  private func matching(_ filter: BeerFilter, _ db: Database) throws -> IDSet {
    var ids = try FilterEvaluation(db, BeerQuery(filter: filter)).ids()
    let side = "SELECT id FROM beer WHERE deleted_at IS \(filter.isInTrash ? "NOT NULL" : "NULL")"
    ids.formIntersection(try IDSet(RowIDCursor(db, sql: side)))
    return ids
  }
}
