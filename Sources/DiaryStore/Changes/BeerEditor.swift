import DiaryModel
import Foundation
import GRDB
import SQLiteKit

/// Adds and changes beers.
struct BeerEditor: DiaryComponent {
  typealias WriteError = EditError

  let database: DiaryDatabase

  func add(_ newBeer: NewBeer, toLabel label: UUID?) throws(EditError) -> Beer {
    var newBeer = newBeer
    newBeer.fields = try validated(newBeer.fields)
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
    throws(EditError) -> DiaryChange?
  {
    let fields = try validated(fields)
    return try recording { db, timestamp in
      let records = BeerRecord(db)
      let beer = try records.beer(id)
      if let expected, beer.fields != expected {
        throw EditError.changedSince(what: try records.title(id))
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
    _ field: AssignableField, of beers: [Int64], to value: JSONValue?, expecting expected: CommonValue?,
    progress: (Int) -> Void, isCancelled: () -> Bool
  ) throws(EditError) -> [DiaryChange] {
    if case .number(let number)? = value {
      try EditError.mapErrors(at: path) { try BeerColumn.named(field.name)?.validate(number) }
    }
    let value = value?.withoutNULs
    let timestamp = timestamp
    return try write(isCancelled: isCancelled) { db -> [DiaryChange] in
      let record = FieldRecord(db: db, field: field)
      if let expected, let common = try record.commonValue(of: beers, isCancelled: isCancelled),
        common != expected
      {
        throw EditError.changedSince(
          what: try beers.count == 1 ? BeerRecord(db).title(beers[0]) : "One of the beers")
      }
      var changes: [DiaryChange] = []
      var done = 0
      for group in try record.spellingGroups(of: beers, isCancelled: isCancelled) {
        let new = group.isKept ? value : nil
        let states = try group.record.states(of: group.beers, isCancelled: isCancelled)
          .filter { $0.key.value != new }
        let changed = states.values.flatMap { $0 }
        try group.record.set(
          changed, to: new, timestamp: timestamp, progress: { progress(min(done + $0, beers.count)) },
          isCancelled: isCancelled)
        done += changed.count
        let groups = states.map { state, beers in
          DiaryChange.FieldEdit.Group(
            beers: beers, before: state.value, after: new, updatedAt: state.updatedAt)
        }
        if !groups.isEmpty { changes.append(.fieldSet(.init(field: group.record.field, groups: groups))) }
      }
      try ChangeLog(db).record(ChangeBatch().appending(changes), at: timestamp)
      return changes
    }
  }

  private func validated(_ fields: BeerFields) throws(EditError) -> BeerFields {
    try EditError.mapErrors(at: path) { try fields.validated() }
  }
}
