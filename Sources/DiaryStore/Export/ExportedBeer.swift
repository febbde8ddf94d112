import DiaryModel
package import Foundation
import GRDB
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
    /// The UUID, by which an import recognizes the photo.
    package let uuid: UUID
    /// `nil` if the photo has no caption.
    package let caption: String?
    /// When the photo was taken, as it is stored; `nil` if unknown.
    package let takenAt: String?
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
  /// The values in the order of `columnNames`; `nil` for NULL.
  package let values: [Value?]

  static var select: String {
    let columns = ["id", "uuid"] + BeerColumn.all.map(\.name) + recordColumns
    return """
      SELECT \(columns.map { "beer." + $0 }.joined(separator: ", ")), \(ExportedLabels.columns.joined(separator: ", "))
      FROM beer LEFT JOIN label ON label.id = beer.label_id LEFT JOIN chosen_label ON chosen_label.beer_id = beer.id
      ORDER BY beer.id
      """
  }

  fileprivate init(_ row: Row, id: Int64, photos: [Photo], label: Label?) throws {
    self.id = id
    self.photos = photos
    self.label = label
    uuid = try row.value(atIndex: 1)
    values = (2..<row.count - ExportedLabels.columns.count).map { Value(row[$0] as DatabaseValue) }
  }

  /// Returns the value of a column; `nil` if the column has no value or does not exist.
  package func value(_ column: String) -> Value? {
    guard let index = Self.columnNames.firstIndex(of: column) else { return nil }
    return values[index]
  }

  /// The names of the columns in `values`: those of `BeerColumn.all`, then `recordColumns`.
  package static var columnNames: [String] { BeerColumn.all.map(\.name) + recordColumns }
}

extension ExportedBeer.Value {
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

/// Iterates over all photos, in the order of the ids of their beers.
private struct PhotoWalk {
  private let rows: RowCursor
  private var next: Row?

  init(_ db: Database) throws {
    rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT beer_id, uuid, caption, taken_at, sha256, is_missing FROM photo ORDER BY beer_id, order_key
        """)
    next = try rows.next()
  }

  /// Returns the photos of a beer; must be called with ascending ids.
  mutating func photos(of beer: Int64) throws -> [ExportedBeer.Photo] {
    var photos: [ExportedBeer.Photo] = []
    while let row = next {
      let owner: Int64 = try row.value(atIndex: 0)
      if owner > beer { break }
      if owner == beer {
        photos.append(
          try ExportedBeer.Photo(
            uuid: row.value(atIndex: 1), caption: row.value(atIndex: 2), takenAt: row.value(atIndex: 3),
            sha256: row.value(atIndex: 4), isMissing: row.value(atIndex: 5)))
      }
      next = try rows.next()
    }
    return photos
  }
}

/// Reads the labels of beers for an export.
private struct ExportedLabels {
  /// SQL for the last columns of a row.
  static let columns = ["label.id", "label.uuid", "chosen_label.beer_id IS NOT NULL"]

  /// The numbers of beers in the diary, by the ids of labels; labels with a single beer are left out.
  private var times: [Int64: Int] = [:]
  /// What the user decided, by label.
  private let decisions: [UUID: LabelDecisions]
  /// The labels whose decisions have been exported.
  private var exported: Set<UUID> = []

  /// Counts the beers of all labels in the index, which takes less time than a look-up for each beer.
  init(_ db: Database) throws {
    decisions = try LabelDecisions.all(db)
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

  /// Returns the label of a beer; must be called only for beers that are exported.
  mutating func label(of row: Row) throws -> ExportedBeer.Label? {
    let start = row.count - Self.columns.count
    guard let id = try row.value(Int64?.self, atIndex: start) else { return nil }
    let uuid: UUID = try row.value(atIndex: start + 1)
    let isChosen: Bool = try row.value(atIndex: start + 2)
    let own = decisions[uuid]
    let isFirst = own != nil && exported.insert(uuid).inserted
    return ExportedBeer.Label(
      uuid: uuid, times: times[id] ?? 1, isChosen: isChosen,
      isDecided: isChosen || own != nil || uuid.isSplitOffLabel, decisions: isFirst ? own : nil)
  }
}

/// Reads beers for exports.
struct ExportedBeers: DiaryComponent {
  let database: DiaryDatabase

  func forEachExportedBeer(_ filter: BeerFilter? = nil, _ body: (ExportedBeer) throws -> Void) throws {
    try read { db -> Result<Void, any Error> in
      let ids = try filter.map { try matching($0, db) }
      var photos = try PhotoWalk(db)
      var labels = try ExportedLabels(db)
      let rows = try Row.fetchCursor(db, sql: ExportedBeer.select)
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
