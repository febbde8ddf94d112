import DiaryModel
import DiaryStore
import Foundation
import GRDB
import SQLiteKit
import Sync
import Synchronization

/// Reads rows of the diary as values of registers, within a transaction.
///
/// Most fields have the name and the value of their column. The exceptions are:
/// - Latitude and longitude are one field, as are the source and the id of an origin.
/// - Each custom field is a field, regardless of its spelling; its value is a JSON object with its name and value.
/// - A photo has fields for its beer, its image and its ``Sync/Position``, which replaces the order.
/// - A beer has a label only if the user chose it.
/// - A label has a field with ``DiaryStore/RegisterName/apartPrefix`` for each label from which it is kept apart, and
///   names the label that it was merged into.
struct RegisterValues {
  /// The field for the label that a label was merged into.
  static let mergeTarget = "merged_into"

  private let db: Database

  /// The columns of a beer whose values are fields, before those that ``beer(_:)`` treats separately.
  private let beerColumns: [String]
  private let beerSQL: String

  init(_ db: Database) {
    self.db = db
    beerColumns =
      BeerColumn.values.map(\.name).filter { !["latitude", "longitude"].contains($0) } + [
        "created_at", "deleted_at",
      ]
    beerSQL = """
      SELECT \(beerColumns.joined(separator: ", ")), latitude, longitude, source, source_id, extras,
        (SELECT uuid FROM label WHERE id = label_id
          AND EXISTS (SELECT 1 FROM chosen_label WHERE beer_id = beer.id)),
        updated_at
      FROM beer WHERE uuid = ?
      """
  }

  /// Returns the values of a row; `nil` if there is none.
  func values(of row: ChangeTracker.ChangedRow) throws -> RowValues? {
    switch row.entity {
    case .beer: try beer(row.uuid)
    case .photo: try photo(row.uuid)
    case .label: RowValues(try label(row.uuid), time: nil)
    }
  }

  /// Returns the field for a custom field, which is the same for all spellings of its name.
  static func customField(_ name: String) -> String {
    if let known = customFields.withLock({ $0[name] }) { return known }
    // The names of registers are in the store, so they do not follow what the program takes for the same field.
    let folded = FilterKeyword.folded(name).filter { $0.isLetter || $0.isNumber }
    let field = RegisterName.customPrefix + (folded.isEmpty ? name : folded)
    customFields.withLock { fields in
      if fields.count >= 1_000 { fields = [:] }
      fields[name] = field
    }
    return field
  }

  /// The fields of the names that were looked up last.
  ///
  /// Folding a name is slow, and nearly all beers have custom fields of the same few names.
  private static let customFields = Mutex<[String: String]>([:])

  /// Returns whether a field exists only as long as it has a value.
  static func isOptional(_ field: String) -> Bool {
    field.hasPrefix(RegisterName.customPrefix) || field.hasPrefix(RegisterName.apartPrefix)
  }

  /// Returns whether a row can have the value of a field; others, which a later version may have written, are only in
  /// their registers.
  ///
  /// `true` for the time at which a photo was removed: removing or restoring it is not recorded as a change of a column,
  /// so it could not be told from a row that cannot have the value.
  static func canStore(_ value: Value, as field: String) -> Bool {
    if value == .null { return true }
    switch field {
    case "coordinates":
      guard case .list(let list) = value, list.count == 2 else { return false }
      return zip(["latitude", "longitude"], list).allSatisfy { canStore($1, as: $0) }
    case "origin":
      guard case .list(let list) = value, list.count == 2 else { return false }
      return list.allSatisfy { $0 == .null || $0.text != nil }
    case "created_at", "deleted_at": return value.text.flatMap { DiaryDate($0) } != nil
    case "taken_at", "caption": return value.text != nil
    case "image":
      guard case .blob(let digest) = value else { return false }
      return digest.count == 32
    case "label":
      guard case .blob(let bytes) = value else { return false }
      return UUID(bytes) != nil
    case let field where field.hasPrefix(RegisterName.customPrefix):
      let extras = value.text.flatMap { try? Extras(json: $0) } ?? [:]
      // Another version may take other spellings for the same field.
      return extras.keys.contains { customField($0) == field }
    default: return BeerColumn.named(field).map { $0.stored(value) != nil } ?? true
    }
  }

  // MARK: - Beers

  /// Returns the values of a beer; `nil` if there is none.
  func beer(_ uuid: UUID) throws -> RowValues? {
    let statement = try db.cachedStatement(sql: beerSQL)
    guard let row = try Row.fetchOne(statement, arguments: [uuid]) else { return nil }
    var values: [RowValues.Field] = []
    values.reserveCapacity(row.count + 8)
    for (index, column) in beerColumns.enumerated() { values.append((column, Value(row, index))) }
    let next = beerColumns.count
    values.append(("coordinates", Self.pair(row, next)))
    values.append(("origin", Self.pair(row, next + 2)))
    values.append(
      ("label", try row.value(UUID?.self, atIndex: next + 5).map { Value(uuid: $0) } ?? .null))
    let time = Int64(instant: try row.value(atIndex: next + 6))
    let json: String = try row.value(atIndex: next + 4)
    if json == "{}" { return RowValues(values, time: time) }
    // Two spellings of a custom field are one value.
    let fields = Dictionary(grouping: try Extras(json: json)) { Self.customField($0.key) }
    for (field, spellings) in fields {
      values.append((field, .text(Extras(uniqueKeysWithValues: spellings.map { ($0, $1) }).json)))
    }
    return RowValues(values, time: time)
  }

  /// Returns the fields of a beer that its last import has filled and that are empty now.
  ///
  /// - Parameter current: The values of the beer.
  func fieldsEmptiedSinceImport(of uuid: UUID, _ current: RowValues) throws -> Set<String> {
    let columns = BeerColumn.all
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(columns.map(\.name).joined(separator: ", ")) FROM imported_beer
        WHERE beer_id = (SELECT id FROM beer WHERE uuid = ?) ORDER BY batch DESC LIMIT 1
        """)
    guard let row = try Row.fetchOne(statement, arguments: [uuid]) else { return [] }
    var filled: Set<String> = []
    for (index, column) in columns.enumerated() {
      if case .customFields = column.content {
        // Custom fields that cannot be read are those of the import only; the beer's may have been repaired.
        let json: String = try row.value(atIndex: index)
        filled.formUnion(Extras(keeping: json).keys.map(Self.customField))
      } else if Value(row, index) != .null {
        filled.formUnion(RegisterName.names(ofColumn: column.name, among: []))
      }
    }
    return filled.filter { current[$0] ?? .null == .null }
  }

  /// Returns the values of two columns as a list; `.null` if both are empty.
  private static func pair(_ row: Row, _ index: Int) -> Value {
    let values = [Value(row, index), Value(row, index + 1)]
    return values == [.null, .null] ? .null : .list(values)
  }

  // MARK: - Photos

  private func photo(_ uuid: UUID) throws -> RowValues? {
    let statement = try db.cachedStatement(
      sql: """
        SELECT b.uuid, taken_at, caption, sha256, removed_at, b.updated_at FROM (
          SELECT beer_id, taken_at, caption, sha256, NULL AS removed_at FROM photo WHERE uuid = ?1
          UNION ALL SELECT beer_id, taken_at, caption, sha256, removed_at FROM removed_photo WHERE uuid = ?1)
        LEFT JOIN beer b ON b.id = beer_id
        """)
    guard let row = try Row.fetchOne(statement, arguments: [uuid]) else { return nil }
    let digest: String? = try row.value(atIndex: 3)
    var values: [RowValues.Field] = [
      ("taken_at", Value(row, 1)), ("caption", Value(row, 2)),
      ("image", digest.flatMap { Data(hexadecimal: $0) }.map { .blob($0) } ?? .null),
      ("removed_at", Value(row, 4)),
    ]
    // A removed photo outlives its beer, and still belongs to it if the beer is restored.
    if let beer = try row.value(UUID?.self, atIndex: 0) { values.append(("beer", Value(uuid: beer))) }
    return RowValues(values, time: try row.value(String?.self, atIndex: 5).flatMap { Int64(instant: $0) })
  }

  // MARK: - Labels

  /// Returns the facts of a label, and the labels from which it is kept apart.
  func label(_ uuid: UUID) throws -> [RowValues.Field] {
    let statement = try db.cachedStatement(sql: "SELECT * FROM label_fields WHERE label_uuid = ?")
    // Without a row, no facts are set; the label is not deleted.
    let row = try Row.fetchOne(statement, arguments: [uuid])
    let facts = LabelFacts.columns.map { column -> RowValues.Field in
      (column, row.map { Value($0[column] as DatabaseValue) } ?? .null)
    }
    return try facts
      + LabelDecisionRecord(db).labelsApart(from: uuid).map {
        (RegisterName.apartPrefix + $0.uuidString, .integer(1))
      }
  }

  /// Returns the fact that the diary shows instead of that of a merged label: the one of the label into which it was
  /// merged; `nil` if the register is not a fact of a merged label.
  func factAfterMerge(of register: Register) throws -> Value? {
    guard Self.isFact(register), let target = try mergeTarget(of: register) else { return nil }
    return try fact(register.field, of: target)
  }

  /// Returns the fact of a label that the diary shows: that of the label into which it was merged, or else its own; `nil`
  /// if the register is not a fact of a label.
  func shownFact(of register: Register) throws -> Value? {
    guard Self.isFact(register) else { return nil }
    return try fact(register.field, of: mergeTarget(of: register) ?? register.record.uuid)
  }

  private static func isFact(_ register: Register) -> Bool {
    register.record.entity == ChangeTracker.Entity.label.rawValue
      && LabelFacts.columns.contains(register.field)
  }

  private func mergeTarget(of register: Register) throws -> UUID? {
    try LabelDecisionRecord(db).mergeTarget(of: register.record.uuid)
  }

  private func fact(_ column: String, of uuid: UUID) throws -> Value? {
    RowValues(try label(uuid), time: nil)[column]
  }
}

/// The values of a row as fields.
struct RowValues {
  typealias Field = (name: String, value: Value)

  /// The fields in the order of their names.
  let fields: [Field]

  /// When the user changed the row last, in milliseconds since 1970; `nil` if that is not known.
  ///
  /// The time of a photo is that of its beer.
  let time: Int64?

  /// - Parameter fields: The fields in any order.
  init(_ fields: [Field], time: Int64?) {
    self.fields = fields.sorted { $0.name < $1.name }
    self.time = time
  }

  /// The values by the names of their fields.
  var values: [String: Value] { Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.value) }) }

  /// The value of a field; `nil` if the row does not have it.
  subscript(name: String) -> Value? { fields.first { $0.name == name }?.value }
}

extension Value {
  /// Creates the value of a column.
  init(_ value: DatabaseValue) {
    switch value.storage {
    case .null: self = .null
    case .int64(let number): self = .integer(number)
    case .double(let number): self = .real(number)
    case .string(let text): self = .text(text)
    case .blob(let data): self = .blob(data)
    }
  }

  /// Creates the value of a column of a row.
  init(_ row: Row, _ index: Int) { self.init(row[index] as DatabaseValue) }

  /// Creates the value of a column with a UUID.
  init(uuid: UUID) { self.init(uuid.databaseValue) }

  /// The value for a column; `nil` for a list.
  var databaseValue: DatabaseValue? {
    switch self {
    case .null: .null
    case .integer(let number): number.databaseValue
    case .real(let number): number.databaseValue
    case .text(let text): text.databaseValue
    case .blob(let data): data.databaseValue
    case .list: nil
    }
  }
}

extension [UUID: UUID] {
  /// The merged labels in ascending order, by the labels into which they were merged, for
  /// ``LabelDecisionRecord/mergeTargets``.
  var mergedLabels: [UUID: [UUID]] {
    sorted { $0.key < $1.key }.reduce(into: [:]) { $0[$1.value, default: []].append($1.key) }
  }
}

extension FieldNameNormalizer {
  /// Returns the value of the register of a custom field with the spelling of an index; `nil` for a value that cannot be
  /// read, and for other registers.
  func spelled(_ value: Value, of field: String) -> Value? {
    guard field.hasPrefix(RegisterName.customPrefix), case .text(let json) = value,
      let known = try? Extras(json: json)
    else { return nil }
    return .text(spelled(known).json)
  }
}

extension Int64 {
  /// Returns the milliseconds since 1970 of an instant as the diary stores it, such as `2026-06-01T16:04:00.250Z`; `nil`
  /// if the text is something else.
  init?(instant text: String) {
    guard let date = DiaryDate(text), date.precision == .instant, let day = date.dayNumber,
      let time = date.time
    else { return nil }
    let seconds = Double(text.dropFirst("2026-06-01T16:04:".count).dropLast()) ?? 0
    let minutes = (day * 24 + time.hour) * 60 + time.minute
    self = Int64(minutes) * 60_000 + Int64((seconds * 1000).rounded())
  }
}

extension Data {
  /// Creates data from hexadecimal digits; `nil` if the text has others, or an odd number of them.
  init?(hexadecimal text: String) {
    let digits = text.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
    let values = digits.compactMap { $0 }
    self.init(
      stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) })
  }
}
