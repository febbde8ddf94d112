import DiaryModel
import Foundation
import GRDB

/// Adds beers that are not imported from a file, within a transaction.
struct BeerAddition {
  private let db: Database
  /// Inserts beers in the same way as an import, but without one.
  private let writer: ImportedBeerWriter

  init(_ db: Database, at now: Date, timestamp: String) throws {
    self.db = db
    writer = try ImportedBeerWriter(
      db, startedImport: nil, policy: ImportPolicy(), at: now, timestamp: timestamp)
  }

  /// Adds a beer and returns it as stored.
  ///
  /// - Parameters:
  ///   - label: The label of the beer; `nil` for the one that its name and brewery have.
  ///   - uuid: The UUID of the beer, unless another beer has or had it; `nil` for a random one.
  /// - Throws: `EditError.invalid` if the diary has a beer with the same source and id.
  func add(_ newBeer: NewBeer, toLabel label: UUID?, as uuid: UUID? = nil) throws -> Beer {
    var imported = ImportedBeer(newBeer)
    if let uuid, try isUnused(uuid) { imported.rowUUID = uuid }
    try writer.write([imported])
    let sql = "SELECT \(Beer.columns) FROM beer WHERE id = ?"
    guard let id = writer.lastAdded, let beer = try Beer.fetchOne(db, sql: sql, arguments: [id]) else {
      throw EditError.invalid(field: "source", reason: "the diary already has this entry")
    }
    if let label { try set(label, of: id) }
    return beer
  }

  /// Returns whether no beer has a UUID, and none that was deleted for good had it, as far as other devices have to know.
  private func isUnused(_ uuid: UUID) throws -> Bool {
    let sql = """
      SELECT 1 FROM beer WHERE uuid = ?1
      UNION ALL SELECT 1 FROM sync_dirty WHERE entity = 'beer' AND uuid = ?1
      UNION ALL SELECT 1 FROM sync_purge WHERE entity = 'beer' AND uuid = ?1
      """
    return try Row.fetchOne(db, sql: sql, arguments: [uuid]) == nil
  }

  /// Returns the label of a beer that the user enters without a brewery: the only one with its name.
  ///
  /// - Returns: `nil` if no label has the name or several have it, if the brewery is known, or if the beer has a source.
  func labelWithSameName(as newBeer: NewBeer) throws -> UUID? {
    let fields = newBeer.fields
    guard newBeer.origin == nil, fields.brewery == nil, let name = fields.name else { return nil }
    return try Labels(db).onlyLabel(named: name)?.uuid
  }

  /// Sets the label of a new beer, or the label that it has been merged into, unless the beer has it by its name.
  private func set(_ label: UUID, of beer: Int64) throws {
    let label = try LabelFinder(db).mergeTarget(of: label) ?? label
    let records = LabelRecord(db)
    if try records.assignedLabel(of: beer)?.label == label { return }
    try records.restore(.init(label: label, isChosen: true), of: beer)
  }
}
