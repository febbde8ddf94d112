import DiaryModel
import DiaryText
import DiaryUI
import Foundation
import SQLiteKit

@testable import DiaryStore

/// Changes, undo and redo in memory, with the results and the errors of the store.
extension FakeDiary {
  mutating func change(_ request: ChangeRequest) -> Message {
    let isMove = if case .movePhoto = request { true } else { false }
    guard storesChanges || isMove else { return .changed(request, .failure(.store(.cancelled))) }
    let before = (beers, removedPhotos)
    var result: Result<ChangeOutcome, ChangeFailure>
    do {
      if let failure { throw ChangeFailure(mapping: failure, path: "") }
      result = .success(try outcome(of: request))
    } catch {
      (beers, removedPhotos) = before
      result = .failure(ChangeFailure(mapping: error, path: ""))
    }
    if storesChanges { changes.append((request, result)) }
    return .changed(request, result)
  }

  private mutating func outcome(of request: ChangeRequest) throws -> ChangeOutcome {
    var outcome = try make(request)
    if let beer = outcome.changes.last?.onlyBeer {
      let detail = beers.first { $0.beer.id == beer }
      outcome.subject = detail?.beer.fields.name
      outcome.times = detail.map { labels.beers(sharing: $0, in: beers).count }
    }
    return outcome
  }

  private mutating func make(_ request: ChangeRequest) throws -> ChangeOutcome {
    switch request {
    case .save(nil, let fields, _): return try add(fields)
    case .addAgain(let fields, _): return try add(fields)
    case .save(let id?, let fields, let expected): return try edit(id, to: fields, expecting: expected)
    case .trash(let ids):
      let trashed = moveToTrash(ids.ascending)
      return ChangeOutcome(trashed.isEmpty ? [] : [.trashed(trashed)])
    case .restore(let ids):
      let restored = restore(ids.ascending)
      return ChangeOutcome(restored.isEmpty ? [] : [.restored(restored)])
    case .set(let field, let ids, let value, let expected):
      if let expected, commonValue(of: field, in: ids) != expected {
        throw EditError.changedSince(what: "One of the beers")
      }
      return try set(field, of: ids, to: value)
    case .emptyTrash(let contents): return emptyTrash(contents)
    case .addPhotos(let beer, let paths): return try addPhotos(paths, to: beer)
    case .movePhoto(let move): return try movePhoto(move)
    case .removePhoto(let photo): return ChangeOutcome([try remove(photo)])
    case .restorePhotos(let photos): return try restore(photos)
    case .restoreAllPhotos(let beer): return try restore(removedPhotos(ofBeer: beer))
    case .caption(let photo, let text): return try setCaption(text, of: photo)
    case .mergeLabels(let labels, let target): return ChangeOutcome(try mergeLabels(labels, into: target))
    case .keepApart(let one, let other): return ChangeOutcome(try keepApart(one, other))
    case .splitLabel(let beer): return ChangeOutcome(try splitLabel(ofBeer: beer))
    case .splitBeer(let beer, let timeZone): return try split(beer, in: timeZone)
    case .resolve(let conflict, let index):
      return ChangeOutcome(try resolve(conflict.id, conflict.choices[index]))
    case .resolveAll(let conflicts, let preference):
      return ChangeOutcome(try resolveAll(conflicts, choosing: preference))
    case .undo(let changes), .redo(let changes):
      return ChangeOutcome(try changes.reversed().map { try revert($0) })
    case .undoLogged(let change):
      return ChangeOutcome(try change.changes.reversed().map { try revert($0) })
    }
  }

  private mutating func restore(_ photos: [RemovedPhoto]) throws -> ChangeOutcome {
    ChangeOutcome(
      try photos.map { removed in
        let photo = removed.photo
        return try putBack(
          .init(photo: photo.id, uuid: photo.uuid, beer: photo.beerID, order: photo.order),
          beers[position(ofBeer: photo.beerID)].beer.updatedAt.text)
      })
  }

  private mutating func add(_ fields: BeerFields) throws -> ChangeOutcome {
    let beer = append(try fields.validated())
    return ChangeOutcome([.added(beer)], beer: beer.id)
  }

  private mutating func append(_ fields: BeerFields) -> Beer {
    let id = (beers.map(\.beer.id).max() ?? 0) + 1
    let beer = Beer(id: id, uuid: SampleBeers.uuid(id), fields: fields, createdAt: now(), updatedAt: now())
    beers.append(BeerDetail(beer: beer, photos: []))
    return beer
  }

  private mutating func edit(_ id: Int64, to fields: BeerFields, expecting expected: BeerFields?) throws
    -> ChangeOutcome
  {
    let fields = try fields.validated()
    let before = try beers[position(ofBeer: id)].beer.fields
    if let expected, before != expected { throw EditError.changedSince(what: "beer \(id)") }
    if before == fields { return ChangeOutcome(beer: id) }
    let updatedAt = try update(id) { $0.fields = fields }
    return ChangeOutcome(
      [.edited(.init(beer: id, before: before, after: fields, updatedAt: updatedAt))], beer: id)
  }

  private mutating func set(_ field: AssignableField, of ids: IDSet, to value: JSONValue?) throws
    -> ChangeOutcome
  {
    var groups: [DiaryChange.FieldEdit.Group] = []
    for beer in beers.map(\.beer) where ids.contains(beer.id) {
      let before = beer.fields[field]
      if before == value { continue }
      let updatedAt = try update(beer.id) { $0.fields[field] = value }
      groups.append(.init(beers: [beer.id], before: before, after: value, updatedAt: updatedAt))
    }
    return ChangeOutcome(groups.isEmpty ? [] : [.fieldSet(.init(field: field, groups: groups))])
  }

  /// Sets the rating, which is the only field that conflicts of tests are about, and ends the conflict.
  private mutating func resolve(_ id: SyncConflict.ID, _ choice: SyncConflict.Choice) throws -> [DiaryChange]
  {
    guard let detail = beers.first(where: { $0.beer.uuid == id.uuid }) else {
      throw ConflictError.noSuchBeer(id.uuid.uuidString)
    }
    var fields = detail.beer.fields
    fields.rating = choice.text.flatMap { Double($0) }
    conflicts.removeAll { $0.id == id }
    syncStatus?.conflictCount = conflicts.count
    return try edit(detail.beer.id, to: fields, expecting: nil).changes
  }

  private mutating func resolveAll(
    _ expected: [SyncConflict], choosing preference: SyncConflict.Preference
  ) throws -> [DiaryChange] {
    var changes: [DiaryChange] = []
    for conflict in conflicts where expected.contains(conflict) {
      guard let index = conflict.index(of: preference) else { continue }
      changes += try resolve(conflict.id, conflict.choices[index])
    }
    return changes
  }

  private mutating func moveToTrash(_ ids: [Int64], at time: DiaryDate? = nil) -> [Int64] {
    let time = time ?? now()
    return ids.filter { id in
      guard let index = beers.firstIndex(where: { $0.beer.id == id }), beers[index].beer.deletedAt == nil
      else { return false }
      beers[index].beer.deletedAt = time
      return true
    }
  }

  private mutating func restore(_ ids: [Int64]) -> [DiaryChange.TrashedBeer] {
    ids.compactMap { id in
      guard let index = beers.firstIndex(where: { $0.beer.id == id }),
        let deletedAt = beers[index].beer.deletedAt
      else { return nil }
      beers[index].beer.deletedAt = nil
      return .init(beer: id, deletedAt: deletedAt.text)
    }
  }

  private mutating func emptyTrash(_ contents: EmptiedTrash) -> ChangeOutcome {
    let before = trash
    beers.removeAll { $0.beer.deletedAt != nil && contents.beers.contains($0.beer.id) }
    removedPhotos.removeAll { contents.photos.contains($0.id) }
    var beersDeleted = before.beers
    beersDeleted.subtract(trash.beers)
    return ChangeOutcome(
      emptied: EmptiedTrash(beers: beersDeleted, photos: before.photos.subtracting(trash.photos)))
  }
}

// MARK: - Imports

extension FakeDiary {
  /// Adds the beers of the offered file.
  mutating func runImport() -> Result<ImportOutcome, Problem> {
    guard let importedBeers else { return importOutcome }
    let result: Result<ImportOutcome, Problem> =
      failure == nil
      ? .success(importOutcome(adding: importedBeers))
      : .failure(Problem(sentence: "Another program has the diary locked."))
    importResults.append(result)
    return result
  }

  private mutating func importOutcome(adding fields: [BeerFields]) -> ImportOutcome {
    let id = Int64(imports.count + 1)
    let ids = fields.map { append($0).id }
    imports[id] = ids
    var counts = DisplayedImportCounts()
    counts.rows = fields.count
    counts.added = fields.count
    let change = DiaryChange.Import(importID: id, beerCount: fields.count, photoCount: 0, finishedAt: "")
    return ImportOutcome(counts: counts, wasStopped: false, change: .imported(change), importID: id)
  }
}

// MARK: - Photos

extension FakeDiary {
  /// Every file is a photo unless its name ends in `x`; then it is not added.
  ///
  /// One whose name ends in `.heic` cannot be shown.
  private mutating func addPhotos(_ paths: [String], to beer: Int64) throws -> ChangeOutcome {
    let index = try position(ofBeer: beer)
    var outcome = ChangeOutcome()
    for path in paths {
      if path.hasSuffix("x") {
        outcome.problem = Problem(sentence: "\(path) is not a picture.")
        continue
      }
      lastPhotoID += 1
      let photo = Photo(
        id: lastPhotoID, uuid: SampleBeers.uuid(lastPhotoID), beerID: beer, order: beers[index].photos.count,
        metadata: ImageMetadata(format: "JPEG", width: 30, height: 40, byteCount: 1000))
      beers[index].photos.append(photo)
      let updatedAt = try update(beer)
      outcome.changes.append(.addedPhoto(try placement(of: photo.id), updatedAt: updatedAt))
      if path.hasSuffix(".heic") { outcome.formatsWithoutPicture.insert("HEIC") }
    }
    return outcome
  }

  private mutating func movePhoto(_ move: PhotoMove) throws -> ChangeOutcome {
    moves.append(move)
    let before = try placement(of: move.photoID)
    let moved = try insert(takeOut(before), into: before.beer, at: move.index)
    let updatedAt = try update(before.beer)
    return ChangeOutcome([.movedPhoto(moved, from: before.order, updatedAt: updatedAt)])
  }

  private mutating func remove(_ photo: Int64) throws -> DiaryChange {
    let placement = try placement(of: photo)
    removedPhotos.append(try takeOut(placement))
    removedOrders[photo] = placement.order
    return .removedPhoto(placement, updatedAt: try update(placement.beer))
  }

  private mutating func setCaption(_ text: String?, of photo: Int64) throws -> ChangeOutcome {
    let place = try placement(of: photo)
    let before = try caption(of: place)
    if before == text { return ChangeOutcome() }
    try setCaption(text, at: place)
    let updatedAt = try update(place.beer)
    return ChangeOutcome([
      .captioned(photo: photo, beer: place.beer, from: before, to: text, updatedAt: updatedAt)
    ])
  }

  private func caption(of place: DiaryChange.PhotoPlacement) throws -> String? {
    try beers[position(ofBeer: place.beer)].photos[place.order].caption
  }

  private mutating func setCaption(_ text: String?, at place: DiaryChange.PhotoPlacement) throws {
    try beers[position(ofBeer: place.beer)].photos[place.order].caption = text
  }

  /// - Throws: `.noSuchPhoto`.
  private func placement(of photo: Int64) throws -> DiaryChange.PhotoPlacement {
    for beer in beers {
      guard let order = beer.photos.firstIndex(where: { $0.id == photo }) else { continue }
      return .init(photo: photo, uuid: beer.photos[order].uuid, beer: beer.beer.id, order: order)
    }
    throw PhotoError.noSuchPhoto(photo)
  }

  /// Removes a photo from its beer and returns it; the photo must be where the placement says.
  private mutating func takeOut(_ placement: DiaryChange.PhotoPlacement) throws -> Photo {
    let index = try position(ofBeer: placement.beer)
    let photos = beers[index].photos
    guard photos.indices.contains(placement.order), photos[placement.order].id == placement.photo else {
      throw UndoError.changedSince(what: "beer \(placement.beer)")
    }
    return beers[index].photos.remove(at: placement.order)
  }

  /// Returns the placement that the photo got: the last one if there are fewer photos now.
  private mutating func insert(_ photo: Photo, into beer: Int64, at order: Int) throws
    -> DiaryChange.PhotoPlacement
  {
    let index = try position(ofBeer: beer)
    let order = min(max(0, order), beers[index].photos.count)
    beers[index].photos.insert(photo, at: order)
    return .init(photo: photo.id, uuid: photo.uuid, beer: beer, order: order)
  }
}

// MARK: - Splits

extension FakeDiary {
  private mutating func split(_ id: Int64, in timeZone: TimeZone) throws -> ChangeOutcome {
    let detail = try beers[position(ofBeer: id)]
    guard let split = BeerSplit(of: detail, in: timeZone) else { return ChangeOutcome() }
    let fields = detail.beer.fields
    var added: [Beer] = []
    var moved: [DiaryChange.MovedPhoto] = []
    for day in split.days {
      let new = append(
        BeerFields(
          name: fields.name, brewery: fields.brewery, style: fields.style, abv: fields.abv, drunkAt: day.date)
      )
      added.append(new)
      for (order, photo) in day.photos.enumerated() {
        moved.append(
          .init(
            from: try placement(of: photo.id),
            to: .init(photo: photo.id, uuid: photo.uuid, beer: new.id, order: order)))
      }
    }
    moved.sort { $0.from.order < $1.from.order }
    try move(moved)
    let change = DiaryChange.Split(beer: id, added: added, photos: moved, updatedAt: try update(id))
    return ChangeOutcome([.splitBeer(change)])
  }

  /// Moves photos to the beers that were added for them.
  private mutating func move(_ moved: [DiaryChange.MovedPhoto]) throws {
    // From the end, so that each photo is still where it was.
    let photos = try moved.reversed().map { (try takeOut($0.from), $0.to) }
    for (photo, place) in photos.reversed() { _ = try insert(photo, into: place.beer, at: place.order) }
  }

  private mutating func undo(_ split: DiaryChange.Split) throws -> DiaryChange {
    let photos = try split.photos.reversed().map { (try takeOut($0.to), $0.from) }
    for (photo, place) in photos.reversed() { _ = try insert(photo, into: place.beer, at: place.order) }
    for beer in split.added { _ = try undoAddition(of: beer) }
    let updatedAt = try update(split.beer, to: split.updatedAt)
    return .undoneSplit(
      .init(beer: split.beer, added: split.added, photos: split.photos, updatedAt: updatedAt), labels: [:])
  }

  private mutating func redo(_ split: DiaryChange.Split) throws -> DiaryChange {
    beers += split.added.map { BeerDetail(beer: $0, photos: []) }
    try move(split.photos)
    let updatedAt = try update(split.beer, to: split.updatedAt)
    return .splitBeer(
      .init(beer: split.beer, added: split.added, photos: split.photos, updatedAt: updatedAt))
  }
}

// MARK: - Undo and redo

extension FakeDiary {
  private mutating func revert(_ change: DiaryChange) throws -> DiaryChange {
    switch change {
    case .added(let beer): return try undoAddition(of: beer)
    case .undoneAddition(let beer, _):
      beers.append(BeerDetail(beer: beer, photos: []))
      return .added(beer)
    case .edited(let edit): return try revert(edit)
    case .fieldSet(let edit): return try revert(edit)
    case .imported(let change):
      _ = moveToTrash(imports[change.importID] ?? [])
      return .undoneImport(
        .init(
          change: change, beerCount: change.beerCount, photoCount: change.photoCount, undoneAt: now().text))
    case .undoneImport(let undone):
      _ = restore(imports[undone.change.importID] ?? [])
      return .imported(undone.change)
    case .adopted(let ids): return .undoneAdoption(moveToTrash(ids))
    case .undoneAdoption(let ids): return .adopted(restore(ids).map(\.beer))
    case .trashed(let ids):
      let restored = restore(ids)
      try require(restored.count == ids.count, ids[0])
      return .restored(restored)
    case .restored(let trashed):
      for beer in trashed {
        let moved = moveToTrash([beer.beer], at: DiaryDate(beer.deletedAt))
        try require(!moved.isEmpty, beer.beer)
      }
      return .trashed(trashed.map(\.beer))
    case .movedPhoto(let placement, let from, let updatedAt):
      let moved = try insert(takeOut(placement), into: placement.beer, at: from)
      return .movedPhoto(
        moved, from: placement.order, updatedAt: try update(placement.beer, to: updatedAt))
    case .addedPhoto(let placement, let updatedAt):
      removedPhotos.append(try takeOut(placement))
      removedOrders[placement.photo] = placement.order
      return .removedPhoto(placement, updatedAt: try update(placement.beer, to: updatedAt))
    case .removedPhoto(let placement, let updatedAt): return try putBack(placement, updatedAt)
    case .labels(let change): return .labels(try revert(change))
    case .splitBeer(let split): return try undo(split)
    case .undoneSplit(let split, _): return try redo(split)
    case .resolved(let resolution):
      var reversed = resolution.reversed
      reversed.change = try resolution.change.map { try revert($0) }
      return .resolved(reversed)
    case .captioned(let photo, let beer, let from, let to, let updatedAt):
      let place = try placement(of: photo)
      try require(caption(of: place) == to, beer)
      try setCaption(from, at: place)
      return .captioned(
        photo: photo, beer: beer, from: to, to: from, updatedAt: try update(beer, to: updatedAt))
    }
  }

  private mutating func undoAddition(of beer: Beer) throws -> DiaryChange {
    let index = try position(ofBeer: beer.id)
    try require(beers[index] == BeerDetail(beer: beer, photos: []), beer.id)
    beers.remove(at: index)
    return .undoneAddition(beer)
  }

  private mutating func revert(_ edit: DiaryChange.BeerEdit) throws -> DiaryChange {
    try require(beers[position(ofBeer: edit.beer)].beer.fields == edit.after, edit.beer)
    let updatedAt = try update(edit.beer, to: edit.updatedAt) { $0.fields = edit.before }
    return .edited(.init(beer: edit.beer, before: edit.after, after: edit.before, updatedAt: updatedAt))
  }

  private mutating func revert(_ edit: DiaryChange.FieldEdit) throws -> DiaryChange {
    var groups: [DiaryChange.FieldEdit.Group] = []
    for group in edit.groups {
      for beer in group.beers {
        try require(beers[position(ofBeer: beer)].beer.fields[edit.field] == group.after, beer)
        let updatedAt = try update(beer, to: group.updatedAt) { $0.fields[edit.field] = group.before }
        groups.append(.init(beers: [beer], before: group.after, after: group.before, updatedAt: updatedAt))
      }
    }
    return .fieldSet(.init(field: edit.field, groups: groups))
  }

  private mutating func putBack(_ placement: DiaryChange.PhotoPlacement, _ updatedAt: String) throws
    -> DiaryChange
  {
    guard let index = removedPhotos.firstIndex(where: { $0.id == placement.photo }) else {
      throw UndoError.changedSince(what: "beer \(placement.beer)")
    }
    let placement = try insert(
      removedPhotos.remove(at: index), into: placement.beer, at: placement.order)
    return .addedPhoto(placement, updatedAt: try update(placement.beer, to: updatedAt))
  }
}

// MARK: - Beers

extension FakeDiary {
  /// - Throws: `.noSuchBeer`.
  private func position(ofBeer id: Int64) throws -> Int {
    guard let index = beers.firstIndex(where: { $0.beer.id == id }) else {
      throw EditError.noSuchBeer(String(id))
    }
    return index
  }

  private func require(_ isUnchanged: Bool, _ beer: Int64) throws {
    if isUnchanged { return }
    _ = try position(ofBeer: beer)
    throw UndoError.changedSince(what: "beer \(beer)")
  }

  /// Changes a beer and the time of its last change, by default to now, and returns the time before.
  @discardableResult
  private mutating func update(_ id: Int64, to time: String? = nil, _ change: (inout Beer) -> Void = { _ in })
    throws -> String
  {
    let index = try position(ofBeer: id)
    let before = beers[index].beer.updatedAt.text
    change(&beers[index].beer)
    beers[index].beer.updatedAt = time.flatMap { DiaryDate($0) } ?? now()
    return before
  }

  /// A new time at each call.
  private mutating func now() -> DiaryDate {
    clock += 1
    guard let date = DiaryDate(unixMilliseconds: 1_718_450_000_000 + clock * 1000) else {
      preconditionFailure("a time in 2024")
    }
    return date
  }
}

extension BeerFields {
  /// The value of a field that can be set for many beers.
  fileprivate subscript(field: AssignableField) -> JSONValue? {
    get {
      if case .custom(let name) = field { return extras[name] }
      return BeerColumn.named(field.name)?.json(of: self)
    }
    set {
      switch BeerColumn.named(field.name)?.content {
      case .text(let property):
        self[keyPath: property] = if case .text(let text)? = newValue { text } else { nil }
      case .number(let property, _): self[keyPath: property] = newValue?.number
      default: extras[field.name] = newValue
      }
    }
  }
}

extension LoggedChange {
  /// Returns an adoption as the log has it; without changes, it was too large.
  static func adoption(_ changes: [DiaryChange]) -> LoggedChange { logged(changes, .adopted) }

  static func logged(_ changes: [DiaryChange], _ kind: DiaryChange.Kind, name: String? = nil) -> LoggedChange
  {
    LoggedChange(
      id: 1, changedAt: "2024-06-15T08:00:00Z", kind: kind.rawValue, beerCount: changes.count,
      isUndone: false,
      isReversible: !changes.isEmpty, changes: changes, name: name)
  }
}
