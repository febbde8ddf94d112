import DiaryModel
import Foundation
import GRDB
import SQLiteKit

/// Reads labels within a transaction.
struct Labels {
  let db: Database

  init(_ db: Database) { self.db = db }

  /// Returns a label; `nil` if it does not exist.
  func label(_ id: Int64) throws -> Label? {
    guard let uuid = try uuid(id) else { return nil }
    return Label(uuid: uuid, facts: try facts(id, uuid), history: try history(id))
  }

  /// Returns what a label shows; `nil` if the label does not exist.
  func facts(_ id: Int64) throws -> LabelFacts? { try uuid(id).map { try facts(id, $0) } }

  private func facts(_ id: Int64, _ uuid: UUID) throws -> LabelFacts {
    try (factOverrides(of: uuid) ?? LabelFacts()).filled(from: newestFacts(id))
  }

  /// Returns a label by its UUID; `nil` if it does not exist.
  func label(uuid: UUID) throws -> Label? { try id(of: uuid).flatMap { try label($0) } }

  /// Returns the labels that are known under a name and have beers in the diary, the most frequent one first.
  ///
  /// - Parameter brewery: The brewery, which must match as well; `nil` for any.
  func labels(named name: String, brewery: String?) throws -> [Label] {
    let ids: [Int64]
    if let brewery {
      let key = LabelKey(name: name, brewery: brewery)?.text
      ids = try Int64.fetchAll(db.cachedStatement(sql: Self.byKey + "k.key = ?"), arguments: [key])
    } else {
      // The keys of a name with any brewery are next to each other in the index.
      guard let keys = LabelKey.textRange(ofName: name) else { return [] }
      ids = try Int64.fetchAll(
        db.cachedStatement(sql: Self.byKey + "k.key >= ? AND k.key < ?"),
        arguments: [keys.lowerBound, keys.upperBound])
    }
    return try ids.compactMap { try label($0) }.filter { $0.history.times > 0 }.mostFrequentFirst
  }

  /// Returns the only label that is known under a name and has beers in the diary; `nil` if none has, or several have.
  func onlyLabel(named name: String) throws -> Label? {
    let labels = try labels(named: name, brewery: nil)
    return labels.count == 1 ? labels[0] : nil
  }

  /// Returns the label that a new beer with this name would get; `nil` if it would be a new label.
  ///
  /// Without a brewery, that is the only label with the name, as in ``Diary/add(_:toLabel:)``.
  func label(ofNewBeer name: String, brewery: String?) throws -> Label? {
    if brewery == nil, let label = try onlyLabel(named: name) { return label }
    return try LabelKey(name: name, brewery: brewery).flatMap { try label(knownBy: $0) }
  }

  /// Returns the label that is known under a key and has beers in the diary; `nil` if there is none.
  func label(knownBy key: LabelKey) throws -> Label? {
    let statement = try db.cachedStatement(sql: Self.byKey + "k.key = ?")
    guard let id = try Int64.fetchOne(statement, arguments: [key.text]), let label = try label(id),
      label.history.times > 0
    else { return nil }
    return label
  }

  private static let byKey =
    "SELECT DISTINCT l.id FROM label_key k JOIN label l ON l.uuid = k.label_uuid WHERE "

  /// Returns the id of the label with a UUID; `nil` if there is none.
  func id(of uuid: UUID) throws -> Int64? {
    try Int64.fetchOne(db, sql: "SELECT id FROM label WHERE uuid = ?", arguments: [uuid])
  }

  /// Returns the id of a beer's label; `nil` if the beer does not exist, or has no label yet.
  func id(ofBeer beer: Int64) throws -> Int64? {
    try Int64.fetchOne(db, sql: "SELECT label_id FROM beer WHERE id = ?", arguments: [beer])
  }

  /// Returns the UUID of a label; `nil` if the label does not exist.
  func uuid(_ id: Int64) throws -> UUID? {
    try UUID.fetchOne(db.cachedStatement(sql: "SELECT uuid FROM label WHERE id = ?"), arguments: [id])
  }

  /// Returns whether there is a label with a UUID.
  func exists(_ uuid: UUID) throws -> Bool {
    try Row.fetchOne(db.cachedStatement(sql: "SELECT 1 FROM label WHERE uuid = ?"), arguments: [uuid]) != nil
  }

  /// Returns what the user set for a label; `nil` if nothing.
  func factOverrides(of uuid: UUID) throws -> LabelFacts? {
    let statement = try db.cachedStatement(
      sql: "SELECT \(LabelFacts.columnList) FROM label_fields WHERE label_uuid = ?")
    return try Row.fetchOne(statement, arguments: [uuid]).map(LabelFacts.init(row:))
  }

  /// Returns what the newest beers with a label say: the beers of the diary first, then those in the trash.
  private func newestFacts(_ id: Int64) throws -> LabelFacts {
    let statement = try db.cachedStatement(sql: Self.newestBeers(ofLabel: "= ?"))
    return try facts(statedBy: Row.fetchAll(statement, arguments: [id]))
  }

  /// Returns what the newest beers with any of several labels say, as if these were one label.
  func newestFacts(ofAny uuids: [UUID]) throws -> LabelFacts {
    let list = try uuids.compactMap { try id(of: $0) }.map { String($0) }.joined(separator: ", ")
    return try facts(statedBy: Row.fetchAll(db, sql: Self.newestBeers(ofLabel: "IN (\(list))")))
  }

  /// Returns SQL for what the newest beers with a label say, the newest first.
  ///
  /// - Parameter condition: What `label_id` must be, such as `= ?`; it can refer to `beer` of an outer query.
  private static func newestBeers(ofLabel condition: String) -> String {
    """
    SELECT \(LabelFacts.columnList) FROM beer AS other WHERE label_id \(condition)
    ORDER BY deleted_at IS NOT NULL, drunk_at DESC NULLS LAST, id DESC LIMIT \(maxBeersForFacts)
    """
  }

  /// Returns SQL for what the label of a row of `beer` shows in a column of ``LabelFacts/columns``.
  static func fact(_ column: String) -> String {
    """
    iif(beer.label_id IS NULL, beer.\(column), coalesce(
      (SELECT \(column) FROM label_fields
        WHERE label_uuid = (SELECT uuid FROM label WHERE label.id = beer.label_id)),
      (SELECT \(column) FROM (\(newestBeers(ofLabel: "= beer.label_id")))
        WHERE \(column) IS NOT NULL LIMIT 1)))
    """
  }

  private func facts(statedBy beers: [Row]) throws -> LabelFacts {
    try beers.reduce(into: LabelFacts()) { facts, row in
      facts = try facts.filled(from: LabelFacts(row: row))
    }
  }

  /// A fact that the newest beer does not state comes from one of these.
  private static let maxBeersForFacts = 10

  /// Returns how often and how well the user had the beers with a label; those in the trash do not count.
  func history(_ id: Int64) throws -> LabelHistory {
    let statement = try db.cachedStatement(
      sql: """
        SELECT count(*), count(rating), avg(rating), max(rating), min(\(LocalTimeSQL.drunkAt)),
          max(\(LocalTimeSQL.drunkAt))
        FROM beer WHERE label_id = ? AND +deleted_at IS NULL
        """)
    guard let row = try Row.fetchOne(statement, arguments: [id]) else { return LabelHistory(times: 0) }
    return try LabelHistory(
      times: row.value(atIndex: 0), ratedTimes: row.value(atIndex: 1), meanRating: row.value(atIndex: 2),
      bestRating: row.value(atIndex: 3), first: DiaryDate(stored: row.value(atIndex: 4)),
      last: DiaryDate(stored: row.value(atIndex: 5)))
  }

  /// Returns the beers with a label, the newest first; those in the trash only if `includingTrash`.
  func beers(_ id: Int64, includingTrash: Bool = false) throws -> [BeerListItem] {
    try BeerListItems(db).items(beerIDs(id, includingTrash: includingTrash)) { false }
  }

  /// Returns the ids of the beers with a label, the newest first; those in the trash only if `includingTrash`.
  func beerIDs(_ id: Int64, includingTrash: Bool = false) throws -> [Int64] {
    try Int64.fetchAll(
      db,
      sql: """
        SELECT id FROM beer WHERE label_id = ? \(includingTrash ? "" : "AND +deleted_at IS NULL")
        ORDER BY \(LocalTimeSQL.drunkAt) DESC NULLS LAST, id DESC
        """, arguments: [id])
  }

  /// Returns a label with its beers, their notes and photos; `nil` if it does not exist, or if all its beers are in the
  /// trash.
  func detail(_ id: Int64) throws -> LabelDetail? {
    guard let label = try label(id), label.history.times > 0 else { return nil }
    let beers = try beers(id)
    return LabelDetail(label: label, beers: beers, notes: try notes(id), photos: try photos(of: beers))
  }

  /// Returns the beginnings of the notes of the beers with a label, by the ids of the beers.
  private func notes(_ id: Int64) throws -> [Int64: String] {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT id, substr(notes, 1, \(Self.maxNotes)) FROM beer
        WHERE label_id = ? AND +deleted_at IS NULL AND notes IS NOT NULL
        """, arguments: [id])
    return try rows.reduce(into: [:]) { notes, row in
      let beer = try row.value(Int64.self, atIndex: 0)
      notes[beer] = try row.value(String.self, atIndex: 1)
    }
  }

  /// The maximum number of characters of notes that are read; a line of a screen shows no more.
  private static let maxNotes = 300

  /// Returns the first photos of beers, in the order of the beers.
  private func photos(of beers: [BeerListItem]) throws -> [Photo] {
    let reader = try PhotosOfBeer(db)
    var photos: [Photo] = []
    for beer in beers where beer.photoCount > 0 && photos.count < LabelDetail.maxPhotos {
      photos += try reader.first(LabelDetail.maxPhotos - photos.count, ofBeer: beer.id)
    }
    return photos
  }
}

extension LabelFacts {
  /// The names of the facts, which are those of the columns of `beer` and of `label_fields`.
  package static let columns = ["name", "brewery", "style", "abv"]

  /// The columns that ``init(row:)`` reads, for SQL.
  static let columnList = columns.joined(separator: ", ")

  /// Decodes ``columns``.
  init(row: Row) throws {
    try self.init(
      name: row.value(forColumn: "name"), brewery: row.value(forColumn: "brewery"),
      style: row.value(forColumn: "style"), abv: row.value(forColumn: "abv"))
  }
}

extension [Label] {
  /// The labels, the most frequent one first; of those that are equally frequent, the one that was drunk last.
  var mostFrequentFirst: [Label] {
    sorted {
      ($0.history.times, $0.history.last?.text ?? "") > ($1.history.times, $1.history.last?.text ?? "")
    }
  }
}
