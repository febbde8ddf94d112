import DiaryModel
import Foundation
import GRDB
import SQLiteKit

/// Adds and changes beers, and moves them to the trash and back.
struct BeerEditor: DiaryComponent {
  typealias WriteError = ChangeError

  let database: DiaryDatabase

  func add(_ newBeer: NewBeer, toLabel label: UUID?) throws(ChangeError) -> Beer {
    try ChangeError.mapErrors(at: path) { try newBeer.fields.validate() }
    let now = now
    let timestamp = timestamp
    return try write { db in
      let addition = try BeerAddition(db, at: now, timestamp: timestamp)
      let sameName = try label == nil ? addition.labelWithSameName(as: newBeer) : nil
      let beer = try addition.add(newBeer, toLabel: label ?? sameName)
      try ChangeLog(db).record(.added(beer), at: timestamp)
      return beer
    }
  }

  func edit(_ id: Int64, to fields: BeerFields, expecting expected: BeerFields?)
    throws(ChangeError) -> DiaryChange?
  {
    try ChangeError.mapErrors(at: path) { try fields.validate() }
    return try recording { db, timestamp in
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
    _ field: AssignableField, of beers: [Int64], to value: JSONValue?, progress: (Int) -> Void,
    isCancelled: () -> Bool
  ) throws(ChangeError) -> DiaryChange? {
    if case .number(let number)? = value {
      try ChangeError.mapErrors(at: path) { try BeerColumn.named(field.name)?.validate(number) }
    }
    return try recording(isCancelled: isCancelled) { db, timestamp in
      let record = FieldRecord(db: db, field: field)
      let states = try record.states(of: beers, isCancelled: isCancelled).filter { $0.key.value != value }
      try record.set(
        states.values.flatMap { $0 }, to: value, timestamp: timestamp, progress: progress,
        isCancelled: isCancelled)
      let groups = states.map { state, beers in
        DiaryChange.FieldEdit.Group(
          beers: beers, before: state.value, after: value, updatedAt: state.updatedAt)
      }
      return groups.isEmpty ? nil : .fieldSet(.init(field: field, groups: groups))
    }
  }

  func moveToTrash(_ ids: [Int64], progress: (Int) -> Void, isCancelled: () -> Bool) throws(ChangeError)
    -> DiaryChange?
  {
    try recording(isCancelled: isCancelled) { db, timestamp in
      let moved = try Trash(db).moveToTrash(ids, at: timestamp, progress: progress, isCancelled: isCancelled)
      return moved.isEmpty ? nil : .trashed(moved)
    }
  }

  func restore(_ ids: [Int64], progress: (Int) -> Void, isCancelled: () -> Bool) throws(ChangeError)
    -> DiaryChange?
  {
    try recording(isCancelled: isCancelled) { db, _ in
      let restored = try Trash(db).restore(ids, progress: progress, isCancelled: isCancelled)
      return restored.isEmpty ? nil : .restored(restored)
    }
  }

  func contentsOfTrash(before time: Date?) throws(StoreError) -> EmptiedTrash {
    try trashContents(before: time).emptied
  }

  private func trashContents(before time: Date?) throws(StoreError) -> Trash.Contents {
    // A time before all dates of a diary is before everything in the trash.
    let timestamp = time.map { DiaryDate(instant: $0)?.text ?? "" }
    return try read { db in try Trash(db).contents(before: timestamp) }
  }

  func emptyTrash(before time: Date?, isCancelled: () -> Bool) throws(ChangeError) -> EmptiedTrash {
    var contents = try ChangeError.mapErrors(at: path) { try trashContents(before: time) }
    var emptied = EmptiedTrash()
    // Beers that undoing has deleted are in the log, even if nothing is in the trash.
    if time == nil || !contents.isEmpty {
      try write { db in
        // A photo may have been at another beer when its caption was set.
        let photos = try Trash(db).photos(ofBeers: contents.beers)
        // Afterwards the log no longer has what is in the trash.
        try checkCancellation(isCancelled)
        try ChangeLog(db).forget(
          EmptiedTrash(beers: IDSet(contents.beers), photos: Set(contents.photos + photos)),
          isAll: time == nil)
      }
    }
    while !contents.isEmpty, !emptied.wasStopped {
      emptied.formUnion(
        try write { db in
          try Trash(db).delete(&contents, until: .now + Self.maxTransaction, isCancelled: isCancelled)
        })
    }
    return emptied
  }

  /// After this time a transaction of `emptyTrash` ends, so that other programs can write.
  private static let maxTransaction = Duration.milliseconds(50)
}
