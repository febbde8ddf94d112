import DiaryModel
import Foundation
import GRDB

/// Undoes changes.
struct ChangeReverter: DiaryComponent {
  typealias WriteError = UndoError

  let database: DiaryDatabase

  func revert(
    _ change: DiaryChange, isRedo: Bool, progress: (Int) -> Void, isCancelled: () -> Bool
  ) throws(UndoError) -> DiaryChange {
    let reverse = try revert([change], isRedo: isRedo, progress: progress, isCancelled: isCancelled)
    return reverse[0]
  }

  func revert(
    _ changes: [DiaryChange], isRedo: Bool, progress: (Int) -> Void, isCancelled: () -> Bool
  ) throws(UndoError) -> [DiaryChange] {
    let timestamp = timestamp
    return try write(isCancelled: isCancelled) { db in
      let reversion = ChangeReversion(db, timestamp: timestamp)
      let log = ChangeLog(db)
      let entry = try log.entry(of: changes, isRedo: isRedo)
      try reversion.requireNoConflicts(with: changes, madeAt: entry?.madeAt)
      let reverse = try reversion.keepingLaterTimes(of: changes, madeAt: entry?.madeAt) {
        try changes.reversed().map { try reversion.revert($0, progress, isCancelled) }
      }
      try PhotoRecord(db).orderPhotosRemovedTogether(reverse)
      if let entry { try log.markReverted(entry, reverse) }
      return reverse
    }
  }
}

/// Undoes changes that were made together, within a transaction.
struct ChangeReversion {
  private let db: Database
  private let records: BeerRecord
  private let photos: PhotoRecord
  private let timestamp: String

  init(_ db: Database, timestamp: String) {
    self.db = db
    self.timestamp = timestamp
    records = BeerRecord(db)
    photos = PhotoRecord(db)
  }

  func revert(_ change: DiaryChange, _ progress: (Int) -> Void, _ isCancelled: () -> Bool) throws
    -> DiaryChange
  {
    switch change {
    case .added(let beer): return .undoneAddition(beer, label: try delete(beer))
    case .undoneAddition(let beer, let label):
      try insert(beer, label)
      return .added(beer)
    case .edited(let edit): return try revert(edit)
    case .fieldSet(let edit): return try revert(edit, progress, isCancelled)
    case .imported(let change):
      let undoRedo = ImportUndoRedo(db: db)
      if let changed = try undoRedo.changedBeer(change) { throw try changedSince(changed) }
      return .undoneImport(try undoRedo.undo(change, at: timestamp, isCancelled: isCancelled))
    case .undoneImport(let undone):
      try ImportUndoRedo(db: db).redo(undone, isCancelled: isCancelled)
      return .imported(undone.change)
    case .adopted(let ids):
      // The user may have moved some of the beers to the trash since, and deleted them permanently.
      let moved = try Trash(db).moveToTrash(
        ids, at: timestamp, progress: progress, isCancelled: isCancelled)
      if moved.isEmpty { throw UndoError.changedSince(what: "What was added") }
      return .undoneAdoption(moved)
    case .undoneAdoption(let ids):
      let restored = try Trash(db).restore(ids, progress: progress, isCancelled: isCancelled)
      if restored.isEmpty { throw UndoError.changedSince(what: "What was added") }
      return .adopted(restored.map(\.beer))
    case .trashed(let ids): return try restore(ids, progress, isCancelled)
    case .restored(let beers): return try moveToTrash(beers, progress, isCancelled)
    case .movedPhoto(let placement, let from, let before):
      return .movedPhoto(
        try move(placement, to: from), from: placement.order,
        updatedAt: try records.touch(placement.beer, timestamp: before))
    case .addedPhoto(let placement, let before):
      try require(PhotoOrder.isCurrent(placement, db), placement.beer)
      try photos.remove(placement, at: timestamp)
      return .removedPhoto(placement, updatedAt: try records.touch(placement.beer, timestamp: before))
    case .removedPhoto(let placement, let before):
      guard var restored = try photos.restore(placement) else { throw try changedSince(placement.beer) }
      restored.isRestored = placement.isRestored
      return .addedPhoto(restored, updatedAt: try records.touch(placement.beer, timestamp: before))
    case .labels(let change):
      let labels = LabelRecord(db)
      if try labels.hasFactsOfMergedLabel(change) {
        throw UndoError.changedSince(what: LabelChange.title(named: change.name))
      }
      try labels.apply(change.reversed)
      return .labels(change.reversed)
    case .splitBeer(let split): return try undo(split)
    case .undoneSplit(let split, let labels): return try redo(split, labels)
    case .resolved(let resolution): return .resolved(try revert(resolution, progress, isCancelled))
    case .captioned(let photo, let beer, let from, let to, let before):
      try require(photos.setCaption(photo, from: to, to: from), beer)
      return .captioned(
        photo: photo, beer: beer, from: to, to: from, updatedAt: try records.touch(beer, timestamp: before))
    }
  }

  /// Reverts changes, which sets the times of their beers back, except those of beers that something else has changed
  /// since: a time that is set back would hide that.
  ///
  /// - Parameter madeAt: When the changes were made; `nil` if it is not known.
  func keepingLaterTimes(
    of changes: [DiaryChange], madeAt: String?, _ revert: () throws -> [DiaryChange]
  ) throws -> [DiaryChange] {
    guard let madeAt else { return try revert() }
    let changedSince = try db.makeStatement(
      sql: "SELECT id FROM beer WHERE id IN (SELECT value FROM json_each(?)) AND updated_at <> ?")
    let later = try changes.flatMap(\.beersWithRestoredTime).batches.flatMap {
      try Int64.fetchAll(changedSince, arguments: [$0.jsonArray, madeAt])
    }
    let reverse = try revert()
    for batch in later.batches {
      try db.execute(
        sql: "UPDATE beer SET updated_at = ? WHERE id IN (SELECT value FROM json_each(?))",
        arguments: [timestamp, batch.jsonArray])
    }
    return reverse
  }

  /// Throws `.noSuchBeer` or `.changedSince` unless a beer is unchanged since the change.
  private func require(_ isUnchanged: Bool, _ beer: Int64) throws {
    if !isUnchanged { throw try changedSince(beer) }
  }

  /// Throws `.changedSince` if one of the changes is in conflict with what another device wrote: undoing or redoing it
  /// would discard that value on all devices.
  ///
  /// - Parameter madeAt: When the changes were made; `nil` if it is not known.
  func requireNoConflicts(with changes: [DiaryChange], madeAt: String?) throws {
    let conflicts = try OpenConflicts(db, withChangesMadeAt: madeAt)
    for change in changes {
      if let beer = conflicts.beer(of: change) { throw try changedSince(beer) }
      if let label = conflicts.label(of: change) { throw UndoError.changedSince(what: label) }
    }
  }

  /// Returns the error for a beer that has changed since the change, or no longer exists.
  private func changedSince(_ beer: Int64) throws -> UndoError {
    guard try records.exists(beer) else { return .noSuchBeer(String(beer)) }
    return .changedSince(what: try records.title(beer))
  }

  /// Deletes a beer that was added, if it has not changed since and has no photos.
  ///
  /// - Returns: The label that was chosen for the beer; `nil` if none was.
  private func delete(_ beer: Beer) throws -> LabelChange.AssignedLabel? {
    try require(records.beer(beer.id) == spelled(beer), beer.id)
    try require(PhotoOrder(db, beer: beer.id).count == 0, beer.id)
    let label = try LabelRecord(db).assignedLabel(of: beer.id)
    try db.execute(sql: "DELETE FROM beer WHERE id = ?", arguments: [beer.id])
    return label?.isChosen == true ? label : nil
  }

  /// Adds a beer again whose addition was undone, with the label that was chosen for it.
  private func insert(_ beer: Beer, _ label: LabelChange.AssignedLabel?) throws {
    try require(!records.exists(beer.id), beer.id)
    // Another diary that was adopted since may have had it.
    if let copy = try records.id(of: beer.uuid) { throw try changedSince(copy) }
    try records.insert(spelled(beer))
    if let label { try LabelRecord(db).restore(label, of: beer.id) }
  }

  /// Moves photos back to the beer that was split, and deletes the beers that were added.
  private func undo(_ split: DiaryChange.Split) throws -> DiaryChange {
    for photo in split.photos { try require(PhotoOrder.isCurrent(photo.to, db), photo.to.beer) }
    let updatedAt = try records.touch(split.beer, timestamp: split.updatedAt)
    let moved = try split.photos.map { photo in
      // Other photos may have been removed since.
      let order = min(photo.from.order, try PhotoOrder(db, beer: split.beer).count)
      let place = DiaryChange.PhotoPlacement(
        photo: photo.from.photo, uuid: photo.from.uuid, beer: split.beer, order: order)
      try photos.move(to: place)
      return DiaryChange.MovedPhoto(from: place, to: photo.to)
    }
    var labels: [Int64: LabelChange.AssignedLabel] = [:]
    for beer in split.added { labels[beer.id] = try delete(beer) }
    return .undoneSplit(
      .init(beer: split.beer, added: split.added, photos: moved, updatedAt: updatedAt), labels: labels)
  }

  /// Adds the beers of a split again, and moves the photos to them.
  private func redo(_ split: DiaryChange.Split, _ labels: [Int64: LabelChange.AssignedLabel]) throws
    -> DiaryChange
  {
    for photo in split.photos { try require(PhotoOrder.isCurrent(photo.from, db), split.beer) }
    let updatedAt = try records.touch(split.beer, timestamp: split.updatedAt)
    for beer in split.added { try insert(beer, labels[beer.id]) }
    for photo in split.photos { try photos.move(to: photo.to) }
    return .splitBeer(
      .init(beer: split.beer, added: split.added, photos: split.photos, updatedAt: updatedAt))
  }

  private func revert(_ edit: DiaryChange.BeerEdit) throws -> DiaryChange {
    let beer = try records.beer(edit.beer)
    let before = try spelled(edit.before)
    let after = try spelled(edit.after)
    try require(beer.fields == after, edit.beer)
    try records.update(edit.beer, to: before, timestamp: edit.updatedAt)
    return .edited(.init(beer: edit.beer, before: after, after: before, updatedAt: beer.updatedAt.text))
  }

  private func spelled(_ beer: Beer) throws -> Beer {
    var beer = beer
    beer.fields = try spelled(beer.fields)
    return beer
  }

  /// Returns fields with the spellings of indexes, which may have been made since.
  private func spelled(_ fields: BeerFields) throws -> BeerFields {
    if fields.extras.isEmpty { return fields }
    var fields = fields
    fields.extras = try FieldNameNormalizer(db).spelled(fields.extras)
    return fields
  }

  private func revert(
    _ edit: DiaryChange.FieldEdit, _ progress: (Int) -> Void, _ isCancelled: () -> Bool
  ) throws -> DiaryChange {
    var field = edit.field
    if case .custom(let name) = field {
      field = .custom(try spelling(of: name, in: edit, isCancelled))
    }
    let record = FieldRecord(db: db, field: field)
    var done = 0
    let groups = try edit.groups.flatMap { group in
      defer { done += group.beers.count }
      let states = try record.states(of: group.beers, isCancelled: isCancelled)
      let changed = states.first { $0.key.value != group.after }?.value.first
      if let changed { throw try changedSince(changed) }
      let found = states.values.reduce(0) { $0 + $1.count }
      if found != group.beers.count, let gone = try group.beers.first(where: { try !records.exists($0) }) {
        throw try changedSince(gone)
      }
      try record.set(
        group.beers, to: group.before, timestamp: group.updatedAt, progress: { progress(done + $0) },
        isCancelled: isCancelled)
      return states.map { state, beers in
        DiaryChange.FieldEdit.Group(
          beers: beers, before: group.after, after: group.before, updatedAt: state.updatedAt)
      }
    }
    return .fieldSet(.init(field: field, groups: groups))
  }

  /// Returns the spelling in which an edit of a custom field is reverted: that of its index, if any, unless the edit was in
  /// another spelling that the beers had as well.
  private func spelling(of name: String, in edit: DiaryChange.FieldEdit, _ isCancelled: () -> Bool) throws
    -> String
  {
    let indexed = try CustomFieldIndex.spelling(revertingTo: name, db)
    if indexed == name { return name }
    guard try isAsLeft(by: edit, in: name, isCancelled) else { return indexed }
    // An empty field is as the edit left it in each spelling that the beers do not have.
    if edit.groups.contains(where: { $0.after != nil }) { return name }
    return try isAsLeft(by: edit, in: indexed, isCancelled) ? indexed : name
  }

  /// Returns whether beers have what an edit left in a spelling of its custom field.
  private func isAsLeft(by edit: DiaryChange.FieldEdit, in spelling: String, _ isCancelled: () -> Bool) throws
    -> Bool
  {
    let record = FieldRecord(db: db, field: .custom(spelling))
    return try edit.groups.allSatisfy { group in
      try record.states(of: group.beers, isCancelled: isCancelled).keys.allSatisfy { $0.value == group.after }
    }
  }

  /// Undoes or redoes a choice.
  ///
  /// If it was sent, the other values are gone on all devices, and what the row had before is a new edit. If the row had
  /// the chosen value before, nothing is left to change.
  private func revert(
    _ resolution: DiaryChange.Resolution, _ progress: (Int) -> Void, _ isCancelled: () -> Bool
  ) throws -> DiaryChange.Resolution {
    let tracker = ChangeTracker(db)
    var reversed = resolution.reversed
    if resolution.isUndone {
      try tracker.recordRewriting(of: resolution.entity, resolution.uuid, resolution.register)
    } else {
      let isUnsent = try tracker.cancelRewriting(
        of: resolution.entity, resolution.uuid, resolution.register)
      reversed.changedNothing = !isUnsent && resolution.change == nil
    }
    reversed.change = try resolution.change.map { try revert($0, progress, isCancelled) }
    return reversed
  }

  private func restore(_ ids: [Int64], _ progress: (Int) -> Void, _ isCancelled: () -> Bool) throws
    -> DiaryChange
  {
    let restored = try Trash(db).restore(ids, progress: progress, isCancelled: isCancelled)
    if restored.count != ids.count {
      let restoredIDs = IDSet(restored.map(\.beer))
      if let other = ids.first(where: { !restoredIDs.contains($0) }) { throw try changedSince(other) }
    }
    return .restored(restored)
  }

  private func moveToTrash(
    _ beers: [DiaryChange.TrashedBeer], _ progress: (Int) -> Void, _ isCancelled: () -> Bool
  ) throws -> DiaryChange {
    var done = 0
    // One statement for all beers with the same time; with one for each beer, many beers took minutes.
    for (timestamp, group) in Dictionary(grouping: beers, by: \.deletedAt) {
      let ids = group.map(\.beer)
      let moved = Set(
        try Trash(db).moveToTrash(
          ids, at: timestamp, progress: { progress(done + $0) }, isCancelled: isCancelled))
      done += ids.count
      if let other = ids.first(where: { !moved.contains($0) }) { throw try changedSince(other) }
    }
    return .trashed(beers.map(\.beer))
  }

  private func move(_ placement: DiaryChange.PhotoPlacement, to order: Int) throws
    -> DiaryChange.PhotoPlacement
  {
    try require(PhotoOrder.isCurrent(placement, db), placement.beer)
    // Other photos may have been removed since.
    let photos = PhotoOrder(db, beer: placement.beer)
    let order = min(order, try photos.count - 1)
    try photos.move(photo: placement.photo, from: placement.order, to: order)
    return .init(photo: placement.photo, uuid: placement.uuid, beer: placement.beer, order: order)
  }
}
