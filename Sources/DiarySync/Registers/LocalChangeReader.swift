import DiaryModel
import DiaryStore
import Foundation
import GRDB
import Sync

/// Reads the changes of this device as changes of registers, within a transaction.
struct LocalChangeReader {
  private let db: Database
  private let state: ReplicaTables
  private let newColumns: NewColumns
  private let values: RegisterValues
  private let spelling: FieldNameNormalizer

  /// Whether any imported beer was edited, so that its imported values are recorded.
  private let hasEditedImports: Bool

  /// - Parameter state: The registers before the changes.
  init(_ db: Database, _ state: ReplicaTables, _ newColumns: NewColumns) throws {
    self.db = db
    self.state = state
    self.newColumns = newColumns
    values = RegisterValues(db)
    spelling = try FieldNameNormalizer(db)
    hasEditedImports = try Row.fetchOne(db, sql: "SELECT 1 FROM imported_beer LIMIT 1") != nil
  }

  /// The changes of rows, from the first up to a maximum size.
  struct Changes {
    /// The changes in the order of the rows, which is that in which other devices insert new beers.
    var changes: [LocalChange] = []

    /// The values of beers and photos that were deleted for good and added again, after changes by another device that had
    /// not seen the deletion had arrived.
    ///
    /// That device will send the rest again. The values are concurrent with what has arrived.
    var addedAgain: [LocalChange] = []

    /// The number of rows that were read.
    var count = 0

    /// All changes.
    var all: [LocalChange] { changes + addedAgain }
  }

  /// Returns the changes of rows.
  ///
  /// - Parameters:
  ///   - rows: Rows that have changed.
  ///   - maxSize: The approximate size of the values in bytes after which it stops.
  func changes(of rows: [ChangeTracker.ChangedRow], maxSize: Int) throws -> Changes {
    var found = Changes()
    var photos = ChangedPhotos()
    /// The labels that were merged into each label.
    var mergedLabels: [UUID: [UUID]] = [:]
    if rows.contains(where: { $0.columns?.contains("merged") ?? ($0.entity == .label) }) {
      let targets = try LabelDecisionRecord(db).mergeTargets
      mergedLabels = targets.mergedLabels
      found.changes += try mergeChanges(targets)
    }
    var size = 0
    for row in rows {
      if size > maxSize { break }
      found.count += 1
      let record = RecordID(entity: row.entity.rawValue, uuid: row.uuid)
      guard let current = try values.values(of: row) else {
        // A record without a row here, such as a photo whose beer has not arrived, was not deleted.
        if row.columns == nil, try !state.registers(of: record).isEmpty {
          found.changes.append(.purge(record))
        }
        continue
      }
      let known = try state.registers(of: record).map(\.field)
      let isAddedAgain = Self.isAddedAgain(row, current, Set(known))
      if isAddedAgain {
        found.addedAgain.append(.set(record, try valuesAddedAgain(row, record, current, Set(known))))
      }
      var own = try replacements(by: row, record, current, known, isAddedAgain: isAddedAgain)
      if row.entity == .label, row.columns == nil, let merged = mergedLabels[row.uuid] {
        own += try clearedFacts(of: record, current, merged)
      }
      if !own.isEmpty { found.changes.append(.set(record, own)) }
      if maxSize < .max { size += own.reduce(0) { $0 + 16 + $1.value.approximateSize } }
      if row.entity == .photo {
        try note(row, record, current, isChanged: isAddedAgain || !own.isEmpty, in: &photos)
      }
    }
    let positions = try positionChanges(of: &photos)
    // The marks come first: a record is where its last change is, so a new beer stays where its own one is.
    found.changes = Self.marks(of: photos) + found.changes + positions
    return found
  }

  /// Returns whether a beer or a photo was deleted for good and added again, after changes by another device that had not
  /// seen the deletion had arrived.
  ///
  /// - Parameter known: The fields of its registers.
  private static func isAddedAgain(
    _ row: ChangeTracker.ChangedRow, _ current: RowValues, _ known: Set<String>
  ) -> Bool {
    switch row.entity {
    case .beer: !known.isEmpty && !known.contains("created_at")
    // The position of a new photo may have been sent before the rest, and a removed photo may have no beer.
    case .photo:
      !known.subtracting(["position"]).isEmpty && !known.contains("beer") && current["beer"] != nil
    case .label: false
    }
  }

  /// Returns the values of a beer or a photo that was added again, without those that its registers have, and without
  /// chosen ones.
  ///
  /// An empty field is returned only if the user has emptied it since.
  ///
  /// - Parameter known: The fields of its registers.
  private func valuesAddedAgain(
    _ row: ChangeTracker.ChangedRow, _ record: RecordID, _ current: RowValues, _ known: Set<String>
  ) throws -> [LocalValue] {
    let emptied = try fieldsEmptiedSinceImport(row, current)
    let recorded = RegisterName.names(ofColumns: row.recordedColumns, among: known).union(emptied)
    let removed: [RowValues.Field] = emptied.subtracting(current.fields.map(\.name)).sorted()
      .map { ($0, .null) }
    return try (current.fields + removed).compactMap { field, value -> LocalValue? in
      if row.rewrittenRegisters.contains(field) { return nil }
      if value == .null, field == "origin" || !recorded.contains(field) { return nil }
      if known.contains(field), try state.value(Register(record, field)) == value { return nil }
      return LocalValue(field: field, value: value, time: Self.time(of: field, value, row: current.time))
    }
  }

  /// Returns the value with which the changes of a row replace all values of a register; `nil` if they do not.
  func replacement(of register: Register, by row: ChangeTracker.ChangedRow) throws -> Value? {
    // Without a row, the record was deleted.
    guard let current = try values.values(of: row) else { return .null }
    let known = try state.registers(of: register.record).map(\.field)
    let isAddedAgain = Self.isAddedAgain(row, current, Set(known))
    return try replacements(by: row, register.record, current, known, isAddedAgain: isAddedAgain)
      .first { $0.field == register.field }?.value
  }

  /// Returns the fields of a row whose values replace those of their registers.
  ///
  /// - Parameter known: The fields of its registers.
  private func replacements(
    by row: ChangeTracker.ChangedRow, _ record: RecordID, _ current: RowValues, _ known: [String],
    isAddedAgain: Bool
  ) throws -> [LocalValue] {
    if !isAddedAgain { return try fieldChanges(of: row, record, current, known) }
    // Only a choice replaces what has arrived.
    return row.rewrittenRegisters.sorted().compactMap { field -> LocalValue? in
      Self.value(of: field, in: current).map { LocalValue(field: field, value: $0) }
    }
  }

  /// Returns the fields of a row whose values differ from their registers.
  ///
  /// - Parameter written: The fields of its registers.
  private func fieldChanges(
    of row: ChangeTracker.ChangedRow, _ record: RecordID, _ current: RowValues, _ written: [String]
  ) throws -> [LocalValue] {
    // A record that was never sent is sent whole. So is a beer that is imported again after its import was undone,
    // because another device may have deleted it.
    if written.isEmpty || row.replacesRow {
      // Another device may have imported the beer as well.
      let known = try Set(written).union(fieldsEmptiedSinceImport(row, current))
      let removed = known.filter(RegisterValues.isOptional).subtracting(current.fields.map(\.name))
      // Users cannot remove an origin: a beer has none here while another beer has it.
      return current.fields.filter { $0.value != .null || known.contains($0.name) && $0.name != "origin" }
        .map {
          LocalValue(
            field: $0.name, value: $0.value, time: Self.time(of: $0.name, $0.value, row: current.time))
        }
        + removed.sorted().map { LocalValue(field: $0, value: .null, time: current.time) }
    }
    // Custom fields that were removed have changed, too. Other registers without a value belong to later versions.
    var fields = Set(written.filter(RegisterValues.isOptional)).union(current.fields.map(\.name))
    let recorded = RegisterName.names(ofColumns: row.recordedColumns, among: fields)
    if row.columns != nil { fields = recorded }
    let changes = try fields.union(row.rewrittenRegisters).sorted().compactMap { field -> LocalValue? in
      guard let value = Self.value(of: field, in: current) else { return nil }
      // Users cannot remove an origin: a beer has none here while another beer has it.
      if field == "origin", value == .null { return nil }
      if row.rewrittenRegisters.contains(field) { return LocalValue(field: field, value: value) }
      let register = Register(record, field)
      let known = try state.value(register)
      if value == known { return nil }
      // The value of a later version is only in the register, unless the user has changed the column since. A custom field
      // or a fact that the row does not have was not removed from it.
      let isRecorded = recorded.contains(field)
      let isMissing = current[field] == nil || row.entity == .label && value == .null
      if !RegisterValues.canStore(known, as: field), !isRecorded || isMissing { return nil }
      if newColumns.contains(register), written.contains(field), !isRecorded { return nil }
      return LocalValue(field: field, value: value, time: Self.time(of: field, value, row: current.time))
    }
    return try withoutRespellings(changes, of: row, record)
  }

  /// Returns the fields of a beer that the user has emptied since its import, because changes of rows that were not sent
  /// are not recorded; none for other rows.
  private func fieldsEmptiedSinceImport(_ row: ChangeTracker.ChangedRow, _ current: RowValues) throws
    -> Set<String>
  {
    guard row.entity == .beer, hasEditedImports else { return [] }
    return try values.fieldsEmptiedSinceImport(of: row.uuid, current)
  }

  /// Returns the value of a field of a row; `nil` if rows of its kind do not have the field.
  private static func value(of field: String, in row: RowValues) -> Value? {
    row[field] ?? (RegisterValues.isOptional(field) ? .null : nil)
  }

  /// Leaves out custom fields that have only got the spelling of an index, as in beers that arrive.
  ///
  /// If no other custom field has changed, the user has respelled them.
  private func withoutRespellings(
    _ changes: [LocalValue], of row: ChangeTracker.ChangedRow, _ record: RecordID
  ) throws -> [LocalValue] {
    let custom = changes.filter {
      $0.field.hasPrefix(RegisterName.customPrefix) && !row.rewrittenRegisters.contains($0.field)
    }
    var respelled = try custom.filter {
      try spelling.spelled(state.value(Register(record, $0.field)), of: $0.field) == $0.value
    }
    if row.recordedColumns.contains("extras"), respelled.count == custom.count {
      // A field in conflict cannot be respelled, so another one was changed and changed back. The conflict has to stay.
      respelled = try respelled.filter {
        try Set(state.versions(of: Register(record, $0.field)).map(\.value)).count > 1
      }
    }
    let left = Set(respelled.map(\.field))
    return changes.filter { !left.contains($0.field) }
  }

  /// Returns when the user wrote a field, in milliseconds since 1970; `nil` if that is not known.
  ///
  /// - Parameter row: When the row was changed last, which may have been another field.
  private static func time(of field: String, _ value: Value, row: Int64?) -> Int64? {
    switch field {
    // Moving something to the trash does not change the time of the row.
    case "deleted_at", "removed_at": value.text.flatMap { Int64(instant: $0) }
    // Nor does choosing a label.
    case "label": nil
    default: row
    }
  }

  /// Returns the facts that were never sent for a label, and that it does not have although a label that was merged into
  /// it does: the user has cleared them.
  ///
  /// Without a value for them, other devices would take them over from the merged label.
  private func clearedFacts(of label: RecordID, _ current: RowValues, _ merged: [UUID]) throws
    -> [LocalValue]
  {
    let facts = try merged.map { RowValues(try values.label($0), time: nil) }
    return try LabelFacts.columns.filter { column in
      try current[column] == .null && facts.contains { $0[column] != .null }
        && state.versions(of: Register(label, column)).isEmpty
    }.map { LocalValue(field: $0, value: .null) }
  }

  /// Returns changes for labels that were merged into others, or separated from them.
  ///
  /// - Parameter targets: The merged labels, with the labels into which they were merged.
  private func mergeChanges(_ targets: [UUID: UUID]) throws -> [LocalChange] {
    let labels = try Set(state.records(.label, with: RegisterValues.mergeTarget)).union(targets.keys)
    return try labels.sorted().compactMap { label -> LocalChange? in
      let register = Register(RecordID(entity: "label", uuid: label), RegisterValues.mergeTarget)
      let value = targets[label].map { Value(uuid: $0) } ?? .null
      return try value == state.value(register) ? nil : .set(register, value)
    }
  }

  // MARK: - Photos

  /// What has changed in photos, and their beers.
  private struct ChangedPhotos {
    /// The beers whose photos have changed.
    var beers: Set<UUID> = []

    /// The beers whose photos may have a new order.
    var reorderedBeers: Set<UUID> = []

    /// The photos that the user has moved.
    var moved: Set<UUID> = []

    /// When the beers were changed last, in milliseconds since 1970.
    var times: [UUID: Int64] = [:]
  }

  /// Notes a changed photo; does nothing if its beer is not in the diary.
  ///
  /// - Parameter isChanged: Whether one of its fields has changed.
  private func note(
    _ row: ChangeTracker.ChangedRow, _ record: RecordID, _ current: RowValues, isChanged: Bool,
    in photos: inout ChangedPhotos
  ) throws {
    guard case .blob(let bytes)? = current["beer"], let beer = UUID(bytes) else { return }
    photos.times[beer] = current.time
    if isChanged { photos.beers.insert(beer) }
    let isMoved = row.columns.map { !$0.isDisjoint(with: ["order_key", "beer_id"]) } ?? true
    if isMoved { photos.moved.insert(row.uuid) }
    let hasPosition = try state.position(Register(record, "position")) != nil
    if current["removed_at"] == .null, isMoved || !hasPosition { photos.reorderedBeers.insert(beer) }
  }

  /// Returns changes that mark beers whose photos have changed.
  ///
  /// An edit of a photo is also one of its beer, so that a device that empties the trash concurrently keeps the beer.
  private static func marks(of photos: ChangedPhotos) -> [LocalChange] {
    photos.beers.sorted().map { beer in
      LocalChange.set(
        Register(RecordID(entity: "beer", uuid: beer), Register.photoChange), .integer(1),
        time: photos.times[beer])
    }
  }

  /// Returns changes that bring photos into their order, and notes their beers as changed.
  private func positionChanges(of photos: inout ChangedPhotos) throws -> [LocalChange] {
    var changes: [LocalChange] = []
    for beer in photos.reorderedBeers.sorted() {
      let positions = try positionChanges(ofBeer: beer, moved: photos.moved, at: photos.times[beer])
      if !positions.isEmpty { photos.beers.insert(beer) }
      changes += positions
    }
    return changes
  }

  /// Returns changes that bring the photos of a beer into their order, for as few photos as possible.
  ///
  /// - Parameter moved: Photos that the user has moved; their positions change rather than those of others.
  private func positionChanges(ofBeer beer: UUID, moved: Set<UUID>, at time: Int64?) throws -> [LocalChange] {
    let photos = try UUID.fetchAll(
      db,
      sql: "SELECT uuid FROM photo WHERE beer_id = (SELECT id FROM beer WHERE uuid = ?) ORDER BY order_key",
      arguments: [beer])
    let registers = photos.map { Register(RecordID(entity: "photo", uuid: $0), "position") }
    let positions = try registers.map { try state.position($0) }
    let arranged = Position.arranged(
      positions, moved: Set(photos.indices.filter { moved.contains(photos[$0]) }))
    return zip(registers, zip(positions, arranged)).compactMap { register, change in
      change.0 == change.1 ? nil : .set(register, .blob(change.1.bytes), time: time)
    }
  }
}

extension Value {
  /// The approximate size in bytes.
  fileprivate var approximateSize: Int {
    switch self {
    case .null, .integer, .real: 8
    case .text(let text): text.utf8.count
    case .blob(let data): data.count
    case .list(let values): values.reduce(0) { $0 + $1.approximateSize }
    }
  }
}

extension ReplicaTables {
  /// Returns the position in a register; `nil` if it has none.
  func position(_ register: Register) throws -> Position? {
    guard case .blob(let bytes) = try value(register) else { return nil }
    return Position(bytes)
  }
}
