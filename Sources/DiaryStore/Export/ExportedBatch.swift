import DiaryModel
import GRDB
import Pictures
import SQLiteKit

/// Reads beers by their ids, many with one statement, which takes a fraction of the time of one after the other.
struct ExportedBatch {
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
    selectPhotos = try db.makeStatement(sql: ExportedPhotoCursor.ofBeers)
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
    var photos = try ExportedPhotoCursor(Row.fetchCursor(selectPhotos, arguments: [list]))
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
