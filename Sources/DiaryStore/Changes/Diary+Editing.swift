package import DiaryModel
import Foundation
import GRDB

extension Diary {
  /// Replaces a beer's fields; `nil` where that changes nothing.
  ///
  /// - Parameter expected: What the fields were when the user began; another program's change since then is not
  ///   overwritten but thrown as `.changedMeanwhile`.
  /// - Throws: `.invalid` where a value is outside its range; `.noSuchBeer`.
  package func edit(_ id: Int64, to fields: BeerFields, expecting expected: BeerFields? = nil)
    throws(DiaryError) -> DiaryChange?
  {
    let stamp = timestamp
    return try write { db in
      try fields.validate()
      let records = BeerRecord(db)
      let beer = try records.beer(id)
      if let expected, beer.fields != expected {
        throw DiaryError.changedMeanwhile(what: try records.title(id))
      }
      var fields = fields
      fields.extras = try FieldNameNormalizer(db).spelled(fields.extras)
      if beer.fields == fields { return nil }
      try records.update(id, to: fields, stamp: stamp)
      return .edited(
        .init(beer: id, before: beer.fields, after: fields, stamp: beer.updatedAt.text))
    }
  }

  /// Gives beers the same value in one field, `nil` for none; `nil` is returned where all have it already.
  ///
  /// - Parameter progress: Called now and then with the number of beers that are done.
  /// - Throws: `.invalid` where the value is outside its range.
  package func set(
    _ field: AssignableField, of beers: [Int64], to value: JSONValue?, progress: (Int) -> Void = { _ in }
  ) throws(DiaryError) -> DiaryChange? {
    let stamp = timestamp
    return try write { db in
      if case .number(let number)? = value { try BeerColumn.named(field.name)?.validate(number) }
      let record = FieldRecord(db: db, field: field)
      let states = try record.states(of: beers).filter { $0.key.value != value }
      try record.set(states.values.flatMap { $0 }, to: value, stamp: stamp, progress: progress)
      let groups = states.map { state, beers in
        DiaryChange.FieldEdit.Group(beers: beers, before: state.value, after: value, stamp: state.stamp)
      }
      return groups.isEmpty ? nil : .fieldSet(.init(field: field, groups: groups))
    }
  }

  /// Moves beers to the trash; those that are there already stay as they are.
  ///
  /// `nil` where none moved.
  ///
  /// - Parameter progress: Called now and then with the number of ids that are done.
  package func moveToTrash(_ ids: [Int64], progress: (Int) -> Void = { _ in }) throws(DiaryError)
    -> DiaryChange?
  {
    let stamp = timestamp
    return try write { db in
      let moved = try Trash(db).discard(ids, at: stamp, progress: progress)
      return moved.isEmpty ? nil : .trashed(moved)
    }
  }

  /// Brings beers back from the trash; `nil` where none was in it.
  ///
  /// - Parameter progress: Called now and then with the number of ids that are done.
  package func restore(_ ids: [Int64], progress: (Int) -> Void = { _ in }) throws(DiaryError) -> DiaryChange?
  {
    try write { db in
      let restored = try Trash(db).restore(ids, progress: progress)
      return restored.isEmpty ? nil : .restored(restored)
    }
  }

  /// Deletes what is in the trash for good, photos included, and returns what that was.
  ///
  /// Photos that were taken off beers that are still in the diary go as well. It cannot be taken back. Other writes come
  /// in between, since the pages of gigabytes of photos take their time; a beer goes with all of its photos or not at all.
  package func emptyTrash() throws(DiaryError) -> EmptiedTrash {
    var contents = try read { try Trash($0).contents() }
    var emptied = EmptiedTrash()
    while !contents.isEmpty {
      emptied.formUnion(try write { try Trash($0).delete(&contents, until: .now + Self.emptyingTime) })
    }
    return emptied
  }

  /// What a write of another program's may have to wait for, unless one beer's photos alone take longer.
  private static let emptyingTime = Duration.milliseconds(50)
}
