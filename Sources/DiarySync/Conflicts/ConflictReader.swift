package import DiaryModel
import DiaryStore
import Foundation
import GRDB
import Pictures
import SQLiteKit
import Sync

/// Reads conflicts as they are shown, and turns chosen values into changes, within a transaction.
struct ConflictReader {
  private let db: Database
  private let replica: Replica<ReplicaTables>
  private let names: [DeviceID: String]

  init(_ db: Database) throws {
    self.db = db
    names = try DeviceNames(db).distinctNames()
    replica = Replica(device: try SyncSettings(db).device ?? DeviceID(0), storage: ReplicaTables(db))
  }

  // MARK: - Versions

  /// The registers that say when a beer or a photo was removed.
  private static let removals = ["deleted_at", "removed_at"]

  /// Returns whether a conflict in a register is shown to the user; in other registers, the newest value counts.
  private static func isShown(_ register: Register) -> Bool {
    let field = register.field
    return switch ChangeTracker.Entity(rawValue: register.record.entity) {
    case .beer:
      BeerColumn.named(field) != nil || field == "coordinates" || field == "deleted_at"
        || field.hasPrefix(RegisterName.customPrefix)
    case .photo: ["caption", "removed_at"].contains(field)
    case .label: LabelFacts.columns.contains(field)
    case nil: false
    }
  }

  /// One of the different values of a register, with all versions that wrote it.
  struct WrittenValue {
    /// The version that stands for the value: the shown one, or else the newest.
    let version: Version
    /// All versions that wrote the value, also this one.
    var writers: [Version]
  }

  /// Returns the different values of a register with a conflict, the shown one first; `nil` if it has none.
  ///
  /// If something was changed on one device while another one removed it, the changes stand for not removing it.
  static func values(of register: Register, in replica: Replica<ReplicaTables>) throws -> [WrittenValue]? {
    guard isShown(register) else { return nil }
    let versions = try replica.storage.versions(of: register)
    guard let winner = versions.winner else { return nil }
    var different = [WrittenValue(version: winner, writers: [])]
    for version in versions.sorted(by: { ($0.stamp, $0.segment) > ($1.stamp, $1.segment) }) {
      if let known = different.firstIndex(where: { areSame($0.version.value, version.value, in: register) }) {
        different[known].writers.append(version)
      } else {
        different.append(WrittenValue(version: version, writers: [version]))
      }
    }
    if removals.contains(register.field), different.count == 1, winner.value != .null {
      let edits = try replica.editsConcurrent(withRemoval: register)
        .filter { $0.key.field != "position" }.values.joined()
      if let newest = edits.winner {
        let version = Version(value: .null, stamp: newest.stamp, segment: newest.segment)
        different.append(WrittenValue(version: version, writers: Array(edits)))
      }
    }
    return different.count > 1 ? different : nil
  }

  /// Returns whether values of a register are the same for the user: it does not matter when something was removed.
  private static func areSame(_ value: Value, _ other: Value, in register: Register) -> Bool {
    removals.contains(register.field) ? (value == .null) == (other == .null) : value == other
  }

  // MARK: - Conflicts

  /// Returns the conflicts, ordered by title and field.
  func conflicts() throws -> [SyncConflict] {
    try Self.sorted(ConflictIndex(db).unresolved().compactMap { try conflict(in: $0)?.conflict })
  }

  /// Returns what a change has discarded, ordered by title and field: conflicts with only the values that are neither the
  /// shown one, which the change has replaced, nor the new one.
  ///
  /// - Parameters:
  ///   - written: The registers of the conflicts that the change has ended, with their new values.
  ///   - shownBefore: The facts of labels that were shown before.
  func discarded(by written: [Register: Value], shownBefore: [Register: Value]) throws -> [SyncConflict] {
    try Self.sorted(
      written.compactMap { register, new in
        guard let (conflict, values) = try conflict(in: register, showing: shownBefore[register]) else {
          return nil
        }
        let others = zip(conflict.choices, values).dropFirst()
          .filter { !Self.areSame($1, new, in: register) }.map(\.0)
        if others.isEmpty { return nil }
        return SyncConflict(
          id: conflict.id, beer: conflict.beer, title: conflict.title, field: conflict.field, choices: others)
      })
  }

  private static func sorted(_ conflicts: [SyncConflict]) -> [SyncConflict] {
    conflicts.sorted {
      ($0.title, $0.field, $0.id.uuid.uuidString) < ($1.title, $1.field, $1.id.uuid.uuidString)
    }
  }

  /// - Parameter fact: The fact that is shown instead of that of a merged label; `nil` for the present one.
  private func conflict(in register: Register, showing fact: Value? = nil) throws
    -> (conflict: SyncConflict, values: [Value])?
  {
    guard var values = try Self.values(of: register, in: replica) else { return nil }
    let shown = try fact ?? RegisterValues(db).factAfterMerge(of: register)
    if let index = values.firstIndex(where: { $0.version.value == shown }) {
      values.insert(values.remove(at: index), at: 0)
    }
    let (entity, uuid) = (register.record.entity, register.record.uuid)
    let beer = try beer(of: register.record)
    let spellings = Set(values.compactMap { Self.customField($0.version.value, in: register)?.keys.sorted() })
    let choices = try values.map { value in
      // If several devices wrote the value, the last of them is named, so that each device names the same one.
      let device = value.version.segment.device
      return SyncConflict.Choice(
        text: text(of: value.version.value, register, withNames: spellings.count > 1),
        device: names[device] ?? device.description,
        isFromThisDevice: try value.writers.contains { try isOwn($0.segment) },
        time: Date(timeIntervalSince1970: Double(value.version.stamp) / 1000))
    }
    let conflict = SyncConflict(
      id: .init(entity: entity, uuid: uuid, field: register.field), beer: beer,
      title: try title(of: register.record, beer: beer) ?? "", field: try label(of: register),
      choices: Self.numbered(choices))
    return (conflict, values.map(\.version.value))
  }

  /// Returns choices in which values of devices with the same name have numbers, as in `laptop` and `laptop (2)`.
  ///
  /// Until a copy of a disk continues as a new device, it writes with the id of the device that was copied. A value of this
  /// device counts, so that all devices have the same numbers.
  private static func numbered(_ choices: [SyncConflict.Choice]) -> [SyncConflict.Choice] {
    var counts: [String: Int] = [:]
    return choices.map { choice -> SyncConflict.Choice in
      let count = counts[choice.device, default: 0] + 1
      counts[choice.device] = count
      if count == 1 { return choice }
      return SyncConflict.Choice(
        text: choice.text, device: "\(choice.device) (\(count))", isFromThisDevice: choice.isFromThisDevice,
        time: choice.time)
    }
  }

  /// Returns whether this device has cut a segment, also under an id that it shared with a copy of its disk.
  ///
  /// Only such segments are stored with their content.
  private func isOwn(_ segment: SegmentID) throws -> Bool {
    let sql = """
      SELECT 1 FROM sync_segment WHERE device = ? AND sequence = ? AND hash = ? AND content IS NOT NULL
      """
    return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: segment.arguments) != nil
  }

  private func beer(of record: RecordID) throws -> UUID? {
    switch ChangeTracker.Entity(rawValue: record.entity) {
    case .beer: return record.uuid
    case .photo:
      // The photo may have been moved to another beer, which has not been sent yet.
      let sql = """
        SELECT uuid FROM beer WHERE id IN (
          SELECT beer_id FROM photo WHERE uuid = ?1 UNION ALL SELECT beer_id FROM removed_photo WHERE uuid = ?1)
        """
      if let beer = try UUID.fetchOne(db, sql: sql, arguments: [record.uuid]) { return beer }
      guard case .blob(let bytes) = try replica.storage.value(Register(record, "beer")) else { return nil }
      return UUID(bytes)
    case .label, nil: return nil
    }
  }

  /// Returns the name of the beer, or of the label that shows the fact; `nil` if it has none.
  private func title(of record: RecordID, beer: UUID?) throws -> String? {
    if let beer {
      return try String.fetchOne(db, sql: "SELECT name FROM beer WHERE uuid = ?", arguments: [beer])
    }
    // That of the row, because a merge or an edit may not have been sent yet.
    let name = try RegisterValues(db).shownFact(of: Register(record, "name"))
    if case .text(let name)? = name { return name }
    let label = try LabelDecisionRecord(db).mergeTarget(of: record.uuid) ?? record.uuid
    // In the order in which the label takes its facts from beers.
    return try String.fetchOne(
      db,
      sql: """
        SELECT name FROM beer WHERE label_id = (SELECT id FROM label WHERE uuid = ?) AND name IS NOT NULL
        ORDER BY deleted_at IS NOT NULL, drunk_at DESC NULLS LAST, id DESC LIMIT 1
        """, arguments: [label])
  }

  /// Returns the name of a field as the screen shows it, such as `Rating`, `Label style` or `Caption of photo 2`.
  ///
  /// That of a merged label is a `Merged label style`, because the label that shows it may have a conflict of its own.
  private func label(of register: Register) throws -> String {
    let (uuid, field) = (register.record.uuid, register.field)
    switch field {
    case "coordinates": return "Position"
    case "deleted_at": return "Trash"
    case "caption":
      return "Caption of \(try name(ofPhoto: uuid))"
    case "removed_at":
      let name = try name(ofPhoto: uuid)
      return name.prefix(1).uppercased() + name.dropFirst()
    default: break
    }
    if field.hasPrefix(RegisterName.customPrefix) {
      let versions = try replica.storage.versions(of: register)
      // As the shown value spells it, or else any other.
      let names = ([versions.winner] + versions).compactMap {
        $0.flatMap { Self.customField($0.value)?.keys.min() }
      }
      return CustomFieldName.shown(names.first ?? String(field.dropFirst(RegisterName.customPrefix.count)))
    }
    let column = BeerColumn.named(field)
    guard register.record.entity == ChangeTracker.Entity.label.rawValue else { return column?.label ?? field }
    let isMerged = try LabelDecisionRecord(db).mergeTarget(of: uuid) != nil
    return (isMerged ? "Merged label " : "Label ") + (column?.labelInSentence ?? field)
  }

  /// Returns what a photo is called: `photo 2`, or `removed photo 1` with its number in `photo list --removed`.
  private func name(ofPhoto uuid: UUID) throws -> String {
    let number = try Int.fetchOne(
      db,
      sql: """
        SELECT count(*) FROM photo p JOIN photo own ON own.beer_id = p.beer_id
        WHERE own.uuid = ? AND (p.order_key, p.id) <= (own.order_key, own.id)
        """, arguments: [uuid])
    if let number, number > 0 { return "photo \(number)" }
    let removedNumber = try Int.fetchOne(
      db,
      sql: """
        SELECT count(*) FROM removed_photo p JOIN removed_photo own ON own.beer_id = p.beer_id
        WHERE own.uuid = ? AND (p.removed_at, p.id) >= (own.removed_at, own.id)
        """, arguments: [uuid])
    return removedNumber.flatMap { $0 > 0 ? "removed photo \($0)" : nil } ?? "removed photo"
  }

  /// Returns a custom field with its value; `nil` if it has none.
  private static func customField(_ value: Value) -> Extras? {
    if case .text(let json) = value { try? Extras(json: json) } else { nil }
  }

  /// Returns a custom field with its value; `nil` if it has none, or the register is that of another field.
  private static func customField(_ value: Value, in register: Register) -> Extras? {
    guard register.field.hasPrefix(RegisterName.customPrefix), let field = customField(value) else {
      return nil
    }
    return field.isEmpty ? nil : field
  }

  /// Returns a value as text; `nil` if it is empty or cannot be shown.
  ///
  /// - Parameter withNames: Whether the value of a custom field follows the name, because others spell it differently.
  private func text(of value: Value, _ register: Register, withNames: Bool = false) -> String? {
    switch register.field {
    case "deleted_at": return value == .null ? "not in the trash" : "in the trash"
    case "removed_at": return value == .null ? "not removed" : "removed"
    case "drunk_at":
      if case .text(let text) = value { return text.replacing("T", with: " ") }
    case let field where field.hasPrefix(RegisterName.customPrefix):
      let fields = Self.customField(value, in: register)?.sorted { $0.key < $1.key } ?? []
      let texts = fields.map { withNames ? "\($0.key): \($0.value.display)" : $0.value.display }
      return texts.isEmpty ? nil : texts.joined(separator: ", ")
    default: break
    }
    switch value {
    case .null: return nil
    case .text(let text): return text
    case .integer(let number): return String(number)
    case .real(let number): return JSONValue.number(number).display
    case .list(let values):
      let texts = values.compactMap { self.text(of: $0, register) }
      return texts.isEmpty ? nil : texts.joined(separator: ", ")
    case .blob: return nil
    }
  }

  // MARK: - Choosing

  /// Returns the change that writes a value of a conflict; `nil` if there is no such conflict or value any more.
  ///
  /// - Parameter expected: The conflict as the user saw it; `nil` for any.
  func chosenValue(_ id: SyncConflict.ID, _ index: Int, expecting expected: SyncConflict?) throws
    -> ChosenValue?
  {
    let register = Register(RecordID(entity: id.entity, uuid: id.uuid), id.field)
    guard try ConflictIndex(db).unresolved().contains(register),
      let (conflict, values) = try conflict(in: register), values.indices.contains(index),
      expected == nil || expected == conflict
    else { return nil }
    return chosenValue(index, of: conflict, values)
  }

  /// Returns the changes that write a value of each conflict, without those of which none is preferred.
  ///
  /// - Parameter expected: The conflicts as the user saw them; others, which arrived or changed since, are left out.
  func chosenValues(preferring preference: SyncConflict.Preference, expecting expected: [SyncConflict]) throws
    -> [ChosenValue]
  {
    let expected = Set(expected)
    let registers = try ConflictIndex(db).unresolved()
    let rows = RegisterValues(db)
    // A choice for a merged label is written for the label that shows it as well, so the choice for that one follows.
    let merged = Set(try registers.filter { try rows.factAfterMerge(of: $0) != nil })
    let ordered = registers.filter(merged.contains) + registers.filter { !merged.contains($0) }
    return try ordered.compactMap { register in
      guard let (conflict, values) = try conflict(in: register), expected.contains(conflict),
        let index = conflict.index(of: preference)
      else { return nil }
      return chosenValue(index, of: conflict, values)
    }
  }

  /// Returns the change that writes a value of a conflict; `nil` if a later version has written it.
  private func chosenValue(_ index: Int, of conflict: SyncConflict, _ values: [Value]) -> ChosenValue? {
    let id = conflict.id
    guard let entity = ChangeTracker.Entity(rawValue: id.entity) else { return nil }
    return ChosenValue(
      entity, id.uuid, register: id.field, field: conflict.fieldInSentence,
      title: conflict.title.isEmpty ? nil : conflict.title, value: conflict.choices[index].text,
      target: target(entity, id.field, values[index]))
  }

  private func target(_ entity: ChangeTracker.Entity, _ field: String, _ value: Value)
    -> ChosenValue.Target
  {
    switch (entity, field) {
    case (.beer, "deleted_at"): .beerInTrash(value != .null)
    case (.beer, _): .beer { try Self.set(field, to: value, in: &$0) }
    case (.photo, "removed_at"): .removedPhoto(value != .null)
    case (.photo, _): .caption { try Self.text(value) }
    case (.label, "abv"): .label { $0.abv = try Self.number(value) }
    case (.label, "name"): .label { $0.name = try Self.text(value) }
    case (.label, "brewery"): .label { $0.brewery = try Self.text(value) }
    case (.label, _): .label { $0.style = try Self.text(value) }
    }
  }

  /// The error for a value that a later version may have written; the row would lose it.
  private static let unknownValue = ConflictError.invalid(
    field: "value", reason: "this version of Beer Diary does not know it")

  /// Returns what a function finds in a value; `nil` for `.null`.
  ///
  /// - Throws: ``unknownValue`` if it finds nothing.
  private static func content<Content>(of value: Value, _ body: (Value) -> Content?) throws -> Content? {
    if value == .null { return nil }
    guard let content = body(value) else { throw unknownValue }
    return content
  }

  private static func text(_ value: Value) throws -> String? { try content(of: value, \.text) }

  private static func number(_ value: Value) throws -> Double? { try content(of: value, \.number) }

  private static func set(_ field: String, to value: Value, in fields: inout BeerFields) throws {
    if field.hasPrefix(RegisterName.customPrefix) {
      // Another version may take other spellings for the same field.
      let new = try content(of: value) { value -> Extras? in
        let known = customField(value)?.filter { RegisterValues.customField($0.key) == field } ?? [:]
        return known.isEmpty ? nil : known
      }
      fields.extras = fields.extras.filter { RegisterValues.customField($0.key) != field }
        .merging(new ?? [:]) { $1 }
    } else if field == "coordinates" {
      let pair = try content(of: value, \.pair)
      fields.latitude = try pair.flatMap { try number($0[0]) }
      fields.longitude = try pair.flatMap { try number($0[1]) }
    } else if let column = BeerColumn.named(field) {
      switch column.content {
      case .text(let property): fields[keyPath: property] = try text(value)
      case .number(let property, _): fields[keyPath: property] = try number(value)
      case .date(let property):
        fields[keyPath: property] = try content(of: value) { $0.text.flatMap { text in DiaryDate(text) } }
      case .customFields: break
      }
    }
  }
}

extension Value {
  /// The number; `nil` for other kinds of values.
  fileprivate var number: Double? { if case .real(let number) = self { number } else { nil } }

  /// Two values; `nil` for other kinds of values.
  fileprivate var pair: [Value]? { if case .list(let list) = self, list.count == 2 { list } else { nil } }
}

extension SyncConflict.ID {
  /// 8 hexadecimal digits that stay the same as long as the conflict exists, for people to type.
  package var shortText: String {
    let bytes = MemoryBytes(Data("\(entity):\(uuid.uuidString):\(field)".utf8))
    return (try? SHA256Digest.hexadecimal(of: bytes)).map { String($0.prefix(8)) } ?? uuid.uuidString
  }
}
