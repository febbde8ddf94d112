import DiaryModel
import Foundation
import GRDB
import SQLiteKit

/// One row of `ZBEER`, read into what version 3 stores.
struct LegacyBeer {
  var primaryKey: Int64
  /// The values of `columns`, ready to be stored.
  var values = [LegacyValue](repeating: .null, count: Self.columns.count)
  private(set) var extras: [String: JSONValue] = [:]
  /// Fields whose value version 3 does not accept; they are kept as custom fields.
  var outOfRange = 0
  /// Texts whose bytes are kept beside what can be read of them.
  var brokenTexts = 0
  /// Keys of rows that the store does not have; they are kept as custom fields.
  var dangling = 0
  /// Values that are files of their own and no pictures; they stay beside the store.
  var externalFiles = 0
  /// Whether it goes to the trash; the time may be unknown.
  var isDeleted = false

  /// The columns of version 3's `beer` that take a value from the old store.
  static let columns = LegacySchema.aliases.map(\.field)
  static let createdAtIndex = columns.firstIndex(of: "created_at") ?? 0
  static let deletedAtIndex = columns.firstIndex(of: "deleted_at") ?? 0

  /// Keeps a value as a custom field; no other is ever replaced.
  mutating func keep(_ value: JSONValue, as name: String) {
    var key = name
    var number = 2
    while extras[key] != nil {
      key = "\(name)_\(number)"
      number += 1
    }
    extras[key] = value
  }

  /// Keeps the bytes of a text that can only be read in part.
  mutating func keepBrokenText(_ bytes: Data, as name: String) {
    keep(.text(bytes.base64EncodedString()), as: name + "_base64")
    brokenTexts += 1
  }
}

/// Reads `ZBEER` row by row with the columns that this store has.
struct LegacyBeerReader {
  private let fields: [LegacyField]
  private let extraColumns: [LegacySchema.ExtraColumn]
  private let relations: [LegacyRelation]
  private let subentities: [Int64: String]
  private let deletionFlags: [String]
  private let images: LegacyBeerImages
  let sql: String

  static let ranges: [String: ClosedRange<Double>] = [
    "abv": 0...100, "ibu": 0...Double.greatestFiniteMagnitude, "rating": 0...5,
    "latitude": -90...90, "longitude": -180...180,
  ]

  init(_ schema: LegacySchema, _ images: LegacyBeerImages) {
    self.images = images
    deletionFlags = schema.deletionFlags
    relations = schema.relations
    subentities = schema.subentities
    let related = Set(relations.map(\.column))
    extraColumns = schema.extraColumns.filter { !related.contains($0.column) }
    let found = LegacySchema.aliases.compactMap { alias in
      schema.fieldColumns[alias.field].map { (name: alias.field, column: $0) }
    }.filter { !related.contains($0.column) }
    fields = found.enumerated().map { LegacyField($1.name, column: $1.column, index: $0 + 1) }
    let entity = subentities.isEmpty ? [] : ["Z_ENT"]
    sql = Self.sql(
      columns: ["Z_PK"] + found.map(\.column) + extraColumns.map(\.column) + entity + deletionFlags,
      relations)
  }

  func read(_ row: LegacyRow) throws -> LegacyBeer {
    guard case .integer(let key) = row[0] else {
      throw MigrationFailure.unexpected("a beer's primary key is no whole number")
    }
    var beer = LegacyBeer(primaryKey: key)
    for field in fields where !isNoDeletion(row[field.index], of: field) {
      set(field, row[field.index], in: &beer)
    }
    var index = fields.count + 1
    for column in extraColumns {
      if try !column.isBlob || !images.take(row, at: index, of: column.column, ofBeer: key) {
        keep(row[index], of: column, as: column.name, in: &beer)
      }
      index += 1
    }
    if !subentities.isEmpty {
      if case .integer(let entity) = row[index], let name = subentities[entity] {
        beer.keep(.text(name), as: "entity")
      }
      index += 1
    }
    setDeletion(deletionFlags.indices.map { row[index + $0] }, in: &beer)
    index += deletionFlags.count
    if !relations.isEmpty { follow(relations, row, from: index, in: &beer) }
    return beer
  }

  /// An app may have 0 for "never", which would be 2001-01-01.
  private func isNoDeletion(_ value: LegacyValue, of field: LegacyField) -> Bool {
    field.valueIndex == LegacyBeer.deletedAtIndex && value.number == 0
  }

  /// A flag that is set or a date puts a beer into the trash; flags that all say no leave it in the diary.
  private func setDeletion(_ flags: [LegacyValue], in beer: inout LegacyBeer) {
    for (column, value) in zip(deletionFlags, flags) where value != .null && value.number == nil {
      beer.outOfRange += 1
      keep(value, as: LegacySchema.attributeName(column), from: column, in: &beer)
    }
    let numbers = flags.compactMap(\.number)
    let date = beer.values[LegacyBeer.deletedAtIndex]
    beer.isDeleted = numbers.contains { $0 != 0 } || numbers.isEmpty && date != .null
    if !beer.isDeleted, date != .null {
      beer.values[LegacyBeer.deletedAtIndex] = .null
      keep(date, as: "deleted_at", from: "", in: &beer)
    }
  }

  /// - Parameter source: The row that the value is in, where it is none of `ZBEER`.
  func set(
    _ field: LegacyField, _ value: LegacyValue, of source: LegacySource? = nil, in beer: inout LegacyBeer
  ) {
    if case .null = value { return }
    guard let stored = stored(field.kind, value) else {
      beer.outOfRange += 1
      return keep(value, as: field.name, from: field.column, of: source, in: &beer)
    }
    beer.values[field.valueIndex] = stored
    keepBytes(of: value, as: field.name, in: &beer)
  }

  private func stored(_ kind: LegacyField.Kind, _ value: LegacyValue) -> LegacyValue? {
    switch (kind, value) {
    case (.date, _): value.date.map { .text($0.text) }
    case (.number(let range), _): value.number.flatMap { range.contains($0) ? .real($0) : nil }
    case (.text, .text): value
    case (.text, .brokenText): value.readableText.map { .text($0) }
    case (.text, _):
      value.number == nil ? nil : .text(plain(value, "", LegacySource(table: "", row: 0)).display)
    }
  }

  func keep(
    _ value: LegacyValue, of attribute: LegacySchema.ExtraColumn, as name: String,
    of source: LegacySource? = nil, in beer: inout LegacyBeer
  ) {
    if attribute.isTimestamp, let date = value.date {
      beer.keep(.text(date.text), as: name)
    } else {
      keep(value, as: name, from: attribute.column, of: source, in: &beer)
    }
  }

  func keep(
    _ value: LegacyValue, as name: String, from column: String, of source: LegacySource? = nil,
    in beer: inout LegacyBeer
  ) {
    if case .null = value { return }
    if case .blob(let data) = value, let text = LegacyImage.pointerText(data, in: images.folder) {
      beer.externalFiles += 1
      return beer.keep(.text(text), as: name)
    }
    beer.keep(plain(value, column, source ?? LegacySource(table: "ZBEER", row: beer.primaryKey)), as: name)
    keepBytes(of: value, as: name, in: &beer)
  }

  private func keepBytes(of value: LegacyValue, as name: String, in beer: inout LegacyBeer) {
    guard case .brokenText(let bytes) = value else { return }
    beer.keepBrokenText(bytes, as: name)
  }

  private func plain(_ value: LegacyValue, _ column: String, _ source: LegacySource) -> JSONValue {
    switch value {
    case .null: .null
    case .integer(let number): .integer(number)
    case .real(let number): number.isFinite ? .number(number) : .text("\(number)")
    case .text, .brokenText: .text(value.readableText ?? "")
    case .blob(let data): .text(data.base64EncodedString())
    case .largeBlob(let count):
      .text("kept in the store: table \(source.table), column \(column), row \(source.row), \(count) bytes")
    }
  }
}

// MARK: - Relations

extension LegacyBeerReader {
  /// Selects the beers with the rows that they refer to, in one pass.
  ///
  /// Each relation adds its key, the other row's key, the name and the attributes.
  static func sql(columns: [String], _ relations: [LegacyRelation]) -> String {
    var selected = columns.map { "z.\($0.quotedIdentifier)" }
    var joins = ""
    for (number, relation) in relations.enumerated() {
      let key = "z.\(relation.column.quotedIdentifier)"
      let row = "r\(number)"
      selected += [key, "\(row).Z_PK", relation.nameColumn.map { "\(row).\($0.quotedIdentifier)" } ?? "NULL"]
      selected += relation.attributes.map { "\(row).\($0.column.quotedIdentifier)" }
      joins += """
         LEFT JOIN \(relation.table.quotedIdentifier) \(row) ON typeof(\(key)) = 'integer' AND \(row).Z_PK = \(key)
        """
    }
    return "SELECT \(selected.joined(separator: ", ")) FROM ZBEER z\(joins) ORDER BY z.Z_PK"
  }

  /// Reads what all relations of a beer lead to; their columns start at `index`.
  func follow(_ relations: [LegacyRelation], _ row: LegacyRow, from index: Int, in beer: inout LegacyBeer) {
    var index = index
    for relation in relations {
      follow(relation, row, at: index, in: &beer)
      index += 3 + relation.attributes.count
    }
  }

  private func follow(_ relation: LegacyRelation, _ row: LegacyRow, at index: Int, in beer: inout LegacyBeer)
  {
    let key = row[index]
    guard case .integer(let found) = row[index + 1] else {
      if case .integer = key {
        beer.dangling += 1
        return keep(key, as: relation.keptName, from: relation.column, in: &beer)
      }
      return take(key, for: relation, from: relation.column, in: &beer)
    }
    let source = LegacySource(table: relation.table, row: found)
    let name = row[index + 2]
    if case .null = name {
      keep(key, as: relation.keptName, from: relation.column, in: &beer)
    } else {
      take(name, for: relation, from: relation.nameColumn ?? "", of: source, in: &beer)
    }
    for (offset, attribute) in relation.attributes.enumerated() {
      let value = row[index + 3 + offset]
      keep(value, of: attribute, as: "\(relation.name).\(attribute.name)", of: source, in: &beer)
    }
  }

  private func take(
    _ value: LegacyValue, for relation: LegacyRelation, from column: String,
    of source: LegacySource? = nil, in beer: inout LegacyBeer
  ) {
    if let field = relation.field {
      set(field, value, of: source, in: &beer)
    } else {
      keep(value, as: relation.name, from: column, of: source, in: &beer)
    }
  }
}

// MARK: - Fields

/// A column of `ZBEER` and the field that its values become.
struct LegacyField {
  enum Kind {
    case date, text
    case number(ClosedRange<Double>)
  }

  let name: String
  let column: String
  /// The column's index in the rows that are read.
  let index: Int
  /// The index in `LegacyBeer.columns` and `LegacyBeer.values`.
  let valueIndex: Int
  let kind: Kind

  init(_ name: String, column: String, index: Int) {
    self.name = name
    self.column = column
    self.index = index
    valueIndex = LegacyBeer.columns.firstIndex(of: name) ?? 0
    kind = LegacyBeerReader.ranges[name].map { .number($0) } ?? (name.hasSuffix("_at") ? .date : .text)
  }
}

/// Where an old store has a value.
struct LegacySource {
  let table: String
  let row: Int64
}
