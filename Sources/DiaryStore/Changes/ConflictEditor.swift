package import DiaryModel
package import Foundation
import GRDB
import SQLiteKit

/// The value that a user chose for a conflict, and how it is written.
package struct ChosenValue {
  /// How the row changes.
  package enum Target {
    /// The fields of a beer change.
    case beer(edit: (inout BeerFields) throws -> Void)
    /// The beer is moved to the trash, or restored.
    case beerInTrash(Bool)
    /// A photo gets the returned caption, `nil` for none; throws if this version cannot read the chosen one.
    case caption(() throws -> String?)
    /// A photo is removed, or restored.
    case removedPhoto(Bool)
    /// The facts of a label change.
    case label(edit: (inout LabelFacts) throws -> Void)
  }

  let entity: ChangeTracker.Entity
  let uuid: UUID
  let register: String
  let field: String
  let title: String?
  let value: String?
  let target: Target

  /// Creates a choice.
  ///
  /// - Parameters:
  ///   - entity: The kind of row.
  ///   - uuid: The UUID of the beer, the photo or the label.
  ///   - register: The name of the register that is written again.
  ///   - field: The name of the field in a sentence, such as `rating`.
  ///   - title: The name of the beer or the label; `nil` if it has none.
  ///   - value: The chosen value as text; `nil` for no value.
  ///   - target: How the row changes.
  package init(
    _ entity: ChangeTracker.Entity, _ uuid: UUID, register: String, field: String, title: String?,
    value: String?, target: Target
  ) {
    self.entity = entity
    self.uuid = uuid
    self.register = register
    self.field = field
    self.title = title
    self.value = value
    self.target = target
  }
}

/// Writes the values that users choose for conflicts.
struct ConflictEditor: DiaryComponent {
  typealias WriteError = ConflictError

  let database: DiaryDatabase

  func resolve(_ chosenValue: (Database) throws -> ChosenValue?) throws(ConflictError) -> DiaryChange {
    let resolved = try recording { db, timestamp in
      try chosenValue(db).map { try write($0, db, timestamp) }
    }
    guard let resolved else { throw .noSuchConflict }
    return resolved
  }

  func resolveAll(_ chosenValues: (Database) throws -> [ChosenValue]) throws(ConflictError) -> [DiaryChange] {
    let timestamp = timestamp
    return try write { db in
      var changes: [DiaryChange] = []
      for choice in try chosenValues(db) {
        // One value that cannot be written must not keep the user from choosing the others.
        try db.inSavepoint {
          do {
            changes.append(try write(choice, db, timestamp))
            return .commit
          } catch let error where error is any ChangeError || error is InvalidValue {
            return .rollback
          }
        }
      }
      try ChangeLog(db).record(ChangeBatch().appending(changes), at: timestamp)
      return changes
    }
  }

  /// Writes a value, also if the row has it already.
  private func write(_ choice: ChosenValue, _ db: Database, _ timestamp: String) throws -> DiaryChange {
    let change = try apply(choice, db, timestamp)
    try ChangeTracker(db).recordRewriting(of: choice.entity, choice.uuid, choice.register)
    return .resolved(
      .init(
        choice.entity, choice.uuid, choice.register, field: choice.field, title: choice.title,
        value: choice.value, beer: try beer(of: choice, db), change: change))
  }

  private func beer(of choice: ChosenValue, _ db: Database) throws -> Int64? {
    switch choice.entity {
    case .beer: try BeerRecord(db).id(of: choice.uuid)
    case .photo:
      try Int64.fetchOne(
        db,
        sql: """
          SELECT beer_id FROM photo WHERE uuid = ?1 UNION ALL SELECT beer_id FROM removed_photo WHERE uuid = ?1
          """, arguments: [choice.uuid])
    case .label: nil
    }
  }

  /// Changes the row; returns `nil` if it already is as chosen.
  private func apply(_ choice: ChosenValue, _ db: Database, _ timestamp: String) throws -> DiaryChange? {
    switch choice.target {
    case .beer(let edit): try self.edit(try requireBeer(choice.uuid, db), edit, db, timestamp)
    case .beerInTrash(let isInTrash):
      try moveBeer(requireBeer(choice.uuid, db), toTrash: isInTrash, db, timestamp)
    case .caption(let caption): try setCaption(caption(), ofPhoto: choice.uuid, db, timestamp)
    case .removedPhoto(let isRemoved): try movePhoto(choice.uuid, isRemoved: isRemoved, db, timestamp)
    case .label(let edit): try self.edit(label: choice.uuid, choice.title, edit, db)
    }
  }

  private func requireBeer(_ uuid: UUID, _ db: Database) throws -> Int64 {
    guard let id = try BeerRecord(db).id(of: uuid) else { throw ConflictError.noSuchBeer(uuid.text) }
    return id
  }

  private func edit(
    _ id: Int64, _ edit: (inout BeerFields) throws -> Void, _ db: Database, _ timestamp: String
  ) throws -> DiaryChange? {
    let records = BeerRecord(db)
    let beer = try records.beer(id)
    var fields = beer.fields
    try edit(&fields)
    fields = try fields.validated()
    fields.extras = try FieldNameNormalizer(db).spelled(fields.extras)
    if fields == beer.fields { return nil }
    try records.update(id, to: fields, timestamp: timestamp)
    return .edited(.init(beer: id, before: beer.fields, after: fields, updatedAt: beer.updatedAt.text))
  }

  private func moveBeer(_ id: Int64, toTrash isInTrash: Bool, _ db: Database, _ timestamp: String) throws
    -> DiaryChange?
  {
    if isInTrash {
      let moved = try Trash(db).moveToTrash([id], at: timestamp)
      return moved.isEmpty ? nil : .trashed(moved)
    }
    let restored = try Trash(db).restore([id])
    return restored.isEmpty ? nil : .restored(restored)
  }

  private func setCaption(
    _ caption: String?, ofPhoto uuid: UUID, _ db: Database, _ timestamp: String
  ) throws -> DiaryChange? {
    // That of a removed photo, too: otherwise, the other caption would be lost.
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT id, beer_id, caption FROM photo WHERE uuid = ?1
        UNION ALL SELECT id, beer_id, caption FROM removed_photo WHERE uuid = ?1
        """, arguments: [uuid])
    guard let row else { return nil }
    let id: Int64 = try row.value(atIndex: 0)
    let beer: Int64 = try row.value(atIndex: 1)
    let before: String? = try row.value(atIndex: 2)
    guard before != caption, try PhotoRecord(db).setCaption(id, from: before, to: caption) else { return nil }
    return .captioned(
      photo: id, beer: beer, from: before, to: caption,
      updatedAt: try BeerRecord(db).touch(beer, timestamp: timestamp))
  }

  private func movePhoto(_ uuid: UUID, isRemoved: Bool, _ db: Database, _ timestamp: String) throws
    -> DiaryChange?
  {
    let records = PhotoRecord(db)
    let table = isRemoved ? PhotoTable.photo : .removed
    guard
      let id = try Int64.fetchOne(db, sql: "SELECT id FROM \(table) WHERE uuid = ?", arguments: [uuid])
    else { return nil }
    if isRemoved {
      let placement = try PhotoOrder.placement(of: id, db)
      try records.remove(placement, at: timestamp)
      return .removedPhoto(
        placement, updatedAt: try BeerRecord(db).touch(placement.beer, timestamp: timestamp))
    }
    let row = try Row.fetchOne(
      db, sql: "SELECT beer_id, user_order FROM removed_photo WHERE id = ?", arguments: [id])
    guard let row else { return nil }
    let beer: Int64 = try row.value(atIndex: 0)
    let removed = DiaryChange.PhotoPlacement(
      photo: id, uuid: uuid, beer: beer, order: try row.value(atIndex: 1))
    guard try BeerRecord(db).exists(beer), let placement = try records.restore(removed) else {
      throw ConflictError.noSuchPhoto(id)
    }
    return .addedPhoto(placement, updatedAt: try BeerRecord(db).touch(beer, timestamp: timestamp))
  }

  private func edit(
    label: UUID, _ title: String?, _ edit: (inout LabelFacts) throws -> Void, _ db: Database
  ) throws -> DiaryChange? {
    var change = LabelChange(.edited, name: title)
    // A merged label keeps its own facts for when it has beers again; until then, the other label shows them.
    for label in [label, try LabelFinder(db).mergeTarget(of: label)].compactMap({ $0 }) {
      let before = try Labels(db).factOverrides(of: label)
      var facts = before ?? LabelFacts()
      try edit(&facts)
      if let abv = facts.abv { try BeerColumn.named("abv")?.validate(abv) }
      change.facts[label] = .init(before: before, after: facts.isEmpty ? nil : facts)
    }
    if change.facts.values.allSatisfy({ $0.before == $0.after }) { return nil }
    try LabelRecord(db).apply(change)
    return .labels(change)
  }
}
