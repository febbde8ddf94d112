import DiaryModel
import Foundation
import GRDB

/// Adds and changes beers, and moves them to the trash and back.
struct BeerEditor: DiaryComponent {
  typealias WriteError = ChangeError

  let database: DiaryDatabase

  /// Uses ``ImportedBeerWriter`` without an import, so that inserting is written once.
  func add(_ newBeer: NewBeer, toLabel label: Int64?) throws(ChangeError) -> Beer {
    try ChangeError.mapErrors(at: path) { try newBeer.fields.validate() }
    let now = now
    let timestamp = timestamp
    return try write { db in
      let writer = try ImportedBeerWriter(
        db, startedImport: nil, policy: ImportPolicy(), at: now, timestamp: timestamp)
      try writer.write([ImportedBeer(newBeer)])
      let sql = "SELECT \(Beer.columns) FROM beer WHERE id = ?"
      guard let id = writer.lastAdded, let beer = try Beer.fetchOne(db, sql: sql, arguments: [id]) else {
        throw ChangeError.invalid(field: "source", reason: "the diary already has this entry")
      }
      if let label { try set(label, of: id, db) }
      return beer
    }
  }

  /// Sets the label of a new beer, unless its name has led to it.
  private func set(_ label: Int64, of beer: Int64, _ db: Database) throws {
    let labels = Labels(db)
    guard try labels.uuid(label) != nil else { throw ChangeError.noSuchLabel(String(label)) }
    if try labels.label(ofBeer: beer)?.id == label { return }
    try LabelAssignment(db).set(label, of: beer, isChosen: true)
  }

  func edit(_ id: Int64, to fields: BeerFields, expecting expected: BeerFields?)
    throws(ChangeError) -> DiaryChange?
  {
    try ChangeError.mapErrors(at: path) { try fields.validate() }
    let timestamp = timestamp
    return try write { db in
      let records = BeerRecord(db)
      let beer = try records.beer(id)
      if let expected, beer.fields != expected {
        throw ChangeError.changedSince(what: try records.title(id))
      }
      var fields = fields
      fields.extras = try FieldNameNormalizer(db).spelled(fields.extras)
      if beer.fields == fields { return nil }
      try records.update(id, to: fields, timestamp: timestamp)
      return .edited(
        .init(beer: id, before: beer.fields, after: fields, updatedAt: beer.updatedAt.text))
    }
  }

  func set(
    _ field: AssignableField, of beers: [Int64], to value: JSONValue?, progress: (Int) -> Void
  ) throws(ChangeError) -> DiaryChange? {
    if case .number(let number)? = value {
      try ChangeError.mapErrors(at: path) { try BeerColumn.named(field.name)?.validate(number) }
    }
    let timestamp = timestamp
    return try write { db in
      let record = FieldRecord(db: db, field: field)
      let states = try record.states(of: beers).filter { $0.key.value != value }
      try record.set(states.values.flatMap { $0 }, to: value, timestamp: timestamp, progress: progress)
      let groups = states.map { state, beers in
        DiaryChange.FieldEdit.Group(
          beers: beers, before: state.value, after: value, updatedAt: state.updatedAt)
      }
      return groups.isEmpty ? nil : .fieldSet(.init(field: field, groups: groups))
    }
  }

  func moveToTrash(_ ids: [Int64], progress: (Int) -> Void) throws(ChangeError)
    -> DiaryChange?
  {
    let timestamp = timestamp
    return try write { db in
      let moved = try Trash(db).moveToTrash(ids, at: timestamp, progress: progress)
      return moved.isEmpty ? nil : .trashed(moved)
    }
  }

  func restore(_ ids: [Int64], progress: (Int) -> Void) throws(ChangeError) -> DiaryChange? {
    try write { db in
      let restored = try Trash(db).restore(ids, progress: progress)
      return restored.isEmpty ? nil : .restored(restored)
    }
  }

  func emptyTrash() throws(ChangeError) -> EmptiedTrash {
    var contents = try ChangeError.mapErrors(at: path) { try read { try Trash($0).contents() } }
    var emptied = EmptiedTrash()
    while !contents.isEmpty {
      emptied.formUnion(try write { try Trash($0).delete(&contents, until: .now + Self.maxTransaction) })
    }
    return emptied
  }

  /// After this time a transaction of `emptyTrash` ends, so that other programs can write.
  private static let maxTransaction = Duration.milliseconds(50)
}
