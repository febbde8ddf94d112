import DiaryModel
package import GRDB
import SQLiteKit

/// Gives labels to beers without one, and deletes labels without beers, within a transaction.
///
/// A beer has no label after an older diary was migrated, and after its name, its brewery or its product id changed.
package struct LabelAssignment {
  private let db: Database

  /// Creates an assignment for a write transaction of the database.
  package init(_ db: Database) { self.db = db }

  /// For more beers than these, labels are given in the background.
  private static let maxBeersPerWrite = 1000

  /// Gives labels to the beers without one, unless there are very many, and deletes labels without beers.
  ///
  /// Done at the end of each write transaction.
  func finishTransaction() throws {
    let waiting = try db.cachedStatement(
      sql: "SELECT 1 FROM beer WHERE label_id IS NULL LIMIT 1 OFFSET \(Self.maxBeersPerWrite)")
    if try Row.fetchOne(waiting) == nil { try assign(atMost: Self.maxBeersPerWrite) }
    try deleteEmptyLabels()
  }

  /// Gives labels to beers without one, in the order of their ids, and returns to how many.
  ///
  /// That is the order in which they were added or have arrived, because a name leads to the label of the first beer.
  ///
  /// - Throws: `DatabaseError`.
  @discardableResult
  package func assign(atMost limit: Int) throws -> Int {
    let beers = try Int64.fetchAll(db.cachedStatement(sql: Self.waiting), arguments: [limit])
    var count = 0
    // A damaged index may name beers that do not exist.
    for beer in beers where try assign(to: beer) != nil { count += 1 }
    return count
  }

  /// The first beers without a label.
  ///
  /// The index has the beers of the diary in the order of their ids, but those in the trash in that of their times. Only
  /// these are sorted, because sorting all waiting beers for each slice takes minutes in all.
  static let waiting = """
    SELECT id FROM (
      SELECT * FROM (SELECT id FROM beer WHERE label_id IS NULL AND deleted_at IS NULL ORDER BY id LIMIT ?1)
      UNION ALL
      SELECT * FROM (SELECT id FROM beer WHERE label_id IS NULL AND deleted_at IS NOT NULL ORDER BY +id LIMIT ?1))
    ORDER BY id LIMIT ?1
    """

  /// Returns the id of the label of a beer, which gets one if it has none yet; `nil` if the beer does not exist.
  func labelID(ofBeer beer: Int64) throws -> Int64? {
    try Labels(db).id(ofBeer: beer) ?? assign(to: beer)
  }

  /// Gives a beer a label, and returns the label's id; `nil` if the beer does not exist.
  ///
  /// - Parameter given: The label that the beer has elsewhere, unless the diary knows another one for it; `nil` for none.
  @discardableResult
  func assign(to beer: Int64, given: ImportedLabel? = nil) throws -> Int64? {
    let statement = try db.cachedStatement(sql: "SELECT \(LabelKeys.columns) FROM beer WHERE id = ?")
    guard let row = try Row.fetchOne(statement, arguments: [beer]) else { return nil }
    let label = try LabelFinder(db).label(of: LabelKeys(row: row), given: given).id
    try set(label, of: beer, isChosen: given?.isChosen ?? false)
    return label
  }

  /// Sets the label of a beer.
  ///
  /// - Parameter isChosen: Whether the user chose the label, so that it stays when the beer's name changes.
  func set(_ label: Int64, of beer: Int64, isChosen: Bool = false) throws {
    try db.cachedStatement(sql: "UPDATE beer SET label_id = ? WHERE id = ?").execute(arguments: [label, beer])
    if isChosen { try markAsChosen(for: beer) }
  }

  /// Marks the label of a beer as chosen by the user, so that it stays when the beer's name changes.
  func markAsChosen(for beer: Int64) throws {
    try db.cachedStatement(sql: "INSERT OR IGNORE INTO chosen_label (beer_id) VALUES (?)")
      .execute(arguments: [beer])
  }

  /// The number of beers without a label.
  var remaining: Int {
    get throws { try Int.fetchOne(db, sql: "SELECT count(*) FROM beer WHERE label_id IS NULL") ?? 0 }
  }

  /// Whether every beer has a label.
  var isComplete: Bool {
    get throws {
      try Row.fetchOne(db.cachedStatement(sql: "SELECT 1 FROM beer WHERE label_id IS NULL LIMIT 1")) == nil
    }
  }

  private func deleteEmptyLabels() throws {
    guard try Row.fetchOne(db.cachedStatement(sql: "SELECT 1 FROM left_label LIMIT 1")) != nil else { return }
    try db.execute(
      sql: """
        DELETE FROM label WHERE id IN (SELECT id FROM left_label)
          AND NOT EXISTS (SELECT 1 FROM beer WHERE label_id = label.id);
        DELETE FROM left_label;
        """)
  }
}
