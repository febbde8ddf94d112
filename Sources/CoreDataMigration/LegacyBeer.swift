import DiaryModel
import Foundation
import GRDB
import SQLiteKit

/// A row of `ZBEER`, converted to the columns of version 3.
struct LegacyBeer {
  var primaryKey: Int64
  /// The values of ``columns``, in the same order.
  var values = [LegacyValue](repeating: .null, count: Self.columns.count)
  private(set) var extras: [String: JSONValue] = [:]
  /// The number of values that version 3 does not accept; they become custom fields.
  var rejectedValueCount = 0
  /// The number of damaged texts; their bytes become custom fields.
  var malformedTextCount = 0
  /// The number of references to rows that do not exist; the keys become custom fields.
  var danglingReferenceCount = 0
  /// The number of values in separate files that are not pictures; the files stay next to the store.
  var externalFileCount = 0
  /// Whether the beer goes to the trash; the time of the deletion may be unknown.
  var isDeleted = false

  /// The columns of version 3's `beer` that get a value from the old store.
  static let columns = LegacySchema.aliases.map(\.field)
  static let createdAtIndex = columns.firstIndex(of: "created_at") ?? 0
  static let deletedAtIndex = columns.firstIndex(of: "deleted_at") ?? 0

  /// Adds a custom field; a number is appended to the name if it is taken.
  mutating func addExtra(_ value: JSONValue, as name: String) {
    var key = name
    var number = 2
    while extras[key] != nil {
      key = "\(name)_\(number)"
      number += 1
    }
    extras[key] = value
  }

  /// Adds the bytes of a damaged text as a custom field in base64.
  mutating func addMalformedText(_ bytes: Data, as name: String) {
    addExtra(.text(bytes.base64EncodedString()), as: name + "_base64")
    malformedTextCount += 1
  }
}

/// Converts rows of `ZBEER`, whatever columns a store has.
struct LegacyBeerReader {
  private let fields: [LegacyField]
  private let extraColumns: [LegacySchema.ExtraColumn]
  private let relations: [LegacyRelation]
  private let subentities: [Int64: String]
  private let deletionFlags: [String]
  private let images: LegacyBeerImages
  /// Selects the rows for ``read(_:)``, by primary key.
  let sql: String

  /// The numbers that version 3 accepts, by column.
  ///
  /// They repeat the constraints of ``SchemaV3`` and not the column table, whose ranges may change in later versions.
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

  /// Converts the current row of ``sql``.
  ///
  /// - Throws: `MigrationFailure` if the primary key is not an integer.
  func read(_ row: LegacyRow) throws -> LegacyBeer {
    guard case .integer(let key) = row[0] else {
      throw MigrationFailure.unexpected("a beer's primary key is not a whole number")
    }
    var beer = LegacyBeer(primaryKey: key)
    for field in fields where !meansNotDeleted(row[field.index], of: field) {
      set(field, row[field.index], in: &beer)
    }
    var index = fields.count + 1
    for column in extraColumns {
      if try !column.isBlob || !images.addPhoto(from: row, at: index, of: column.column, ofBeer: key) {
        addAttribute(row[index], column, as: column.name, in: &beer)
      }
      index += 1
    }
    if !subentities.isEmpty {
      if case .integer(let entity) = row[index], let name = subentities[entity] {
        beer.addExtra(.text(name), as: "entity")
      }
      index += 1
    }
    setDeletion(deletionFlags.indices.map { row[index + $0] }, in: &beer)
    index += deletionFlags.count
    if !relations.isEmpty { addRelations(relations, row, from: index, in: &beer) }
    return beer
  }

  /// Returns whether a value is the deletion date 0, which apps use for "never" and which would be 2001-01-01.
  private func meansNotDeleted(_ value: LegacyValue, of field: LegacyField) -> Bool {
    field.valueIndex == LegacyBeer.deletedAtIndex && value.number == 0
  }

  /// Moves a beer to the trash if a flag is set, or if it has a deletion date and no flag.
  private func setDeletion(_ flags: [LegacyValue], in beer: inout LegacyBeer) {
    for (column, value) in zip(deletionFlags, flags) where value != .null && value.number == nil {
      beer.rejectedValueCount += 1
      addExtra(value, as: LegacySchema.attributeName(column), from: column, in: &beer)
    }
    let numbers = flags.compactMap(\.number)
    let date = beer.values[LegacyBeer.deletedAtIndex]
    beer.isDeleted = numbers.contains { $0 != 0 } || numbers.isEmpty && date != .null
    if !beer.isDeleted, date != .null {
      beer.values[LegacyBeer.deletedAtIndex] = .null
      addExtra(date, as: "deleted_at", from: "", in: &beer)
    }
  }

  /// Sets a field, or adds a custom field if version 3 does not accept the value.
  ///
  /// - Parameter source: The row that has the value; `nil` for the row of `ZBEER`.
  func set(
    _ field: LegacyField, _ value: LegacyValue, of source: LegacySource? = nil, in beer: inout LegacyBeer
  ) {
    if case .null = value { return }
    guard let stored = stored(field.kind, value) else {
      beer.rejectedValueCount += 1
      return addExtra(value, as: field.name, from: field.column, of: source, in: &beer)
    }
    beer.values[field.valueIndex] = stored
    addMalformedText(of: value, as: field.name, in: &beer)
  }

  /// Returns the value that version 3 stores for a field; `nil` if it does not accept the value.
  private func stored(_ kind: LegacyField.Kind, _ value: LegacyValue) -> LegacyValue? {
    switch (kind, value) {
    case (.date, _): value.date.map { .text($0.text) }
    case (.number(let range), _): value.number.flatMap { range.contains($0) ? .real($0) : nil }
    case (.text, .text): value
    case (.text, .malformedText): value.readableText.map { .text($0) }
    case (.text, _):
      value.number == nil ? nil : .text(jsonValue(value, "", LegacySource(table: "", row: 0)).display)
    }
  }

  /// Adds the value of an extra column as a custom field; a number in a column of timestamps becomes a date.
  func addAttribute(
    _ value: LegacyValue, _ attribute: LegacySchema.ExtraColumn, as name: String,
    of source: LegacySource? = nil, in beer: inout LegacyBeer
  ) {
    if attribute.isTimestamp, let date = value.date {
      beer.addExtra(.text(date.text), as: name)
    } else {
      addExtra(value, as: name, from: attribute.column, of: source, in: &beer)
    }
  }

  /// Adds a value as a custom field; does nothing for NULL.
  ///
  /// - Parameter source: The row that has the value; `nil` for the row of `ZBEER`.
  func addExtra(
    _ value: LegacyValue, as name: String, from column: String, of source: LegacySource? = nil,
    in beer: inout LegacyBeer
  ) {
    if case .null = value { return }
    if case .blob(let data) = value, let text = LegacyImage.pointerText(data, in: images.folder) {
      beer.externalFileCount += 1
      return beer.addExtra(.text(text), as: name)
    }
    beer.addExtra(
      jsonValue(value, column, source ?? LegacySource(table: "ZBEER", row: beer.primaryKey)), as: name)
    addMalformedText(of: value, as: name, in: &beer)
  }

  private func addMalformedText(of value: LegacyValue, as name: String, in beer: inout LegacyBeer) {
    guard case .malformedText(let bytes) = value else { return }
    beer.addMalformedText(bytes, as: name)
  }

  /// Returns a value as a custom field; for a blob that is not read, a text that says where it is.
  private func jsonValue(_ value: LegacyValue, _ column: String, _ source: LegacySource) -> JSONValue {
    switch value {
    case .null: .null
    case .integer(let number): .integer(number)
    case .real(let number): number.isFinite ? .number(number) : .text("\(number)")
    case .text, .malformedText: .text(value.readableText ?? "")
    case .blob(let data): .text(data.base64EncodedString())
    case .largeBlob(let count):
      .text(
        "\(CoreDataMigration.valueIsInTable)\(source.table), column \(column), row \(source.row), "
          + "\(count) bytes")
    }
  }
}

// MARK: - Relations

extension LegacyBeerReader {
  /// Returns SQL that selects the beers together with the rows that they refer to.
  ///
  /// For each relation the columns are: the key, the key of the other row, its name and its attributes.
  static func sql(columns: [String], _ relations: [LegacyRelation]) -> String {
    var selected = columns.map { "z.\($0.quotedIdentifier)" }
    var joins = ""
    for (index, relation) in relations.enumerated() {
      let key = "z.\(relation.column.quotedIdentifier)"
      let row = "r\(index)"
      selected += [key, "\(row).Z_PK", relation.nameColumn.map { "\(row).\($0.quotedIdentifier)" } ?? "NULL"]
      selected += relation.attributes.map { "\(row).\($0.column.quotedIdentifier)" }
      joins += """
         LEFT JOIN \(relation.table.quotedIdentifier) \(row) ON typeof(\(key)) = 'integer' AND \(row).Z_PK = \(key)
        """
    }
    return "SELECT \(selected.joined(separator: ", ")) FROM ZBEER z\(joins) ORDER BY z.Z_PK"
  }

  /// Adds the values of the rows that a beer refers to.
  ///
  /// - Parameter index: The first column of the relations.
  func addRelations(
    _ relations: [LegacyRelation], _ row: LegacyRow, from index: Int, in beer: inout LegacyBeer
  ) {
    var index = index
    for relation in relations {
      addRelation(relation, row, at: index, in: &beer)
      index += 3 + relation.attributes.count
    }
  }

  private func addRelation(
    _ relation: LegacyRelation, _ row: LegacyRow, at index: Int, in beer: inout LegacyBeer
  ) {
    let key = row[index]
    guard case .integer(let found) = row[index + 1] else {
      if case .integer = key {
        beer.danglingReferenceCount += 1
        return addExtra(key, as: relation.extraName, from: relation.column, in: &beer)
      }
      return assign(key, for: relation, from: relation.column, in: &beer)
    }
    let source = LegacySource(table: relation.table, row: found)
    let name = row[index + 2]
    if case .null = name {
      addExtra(key, as: relation.extraName, from: relation.column, in: &beer)
    } else {
      assign(name, for: relation, from: relation.nameColumn ?? "", of: source, in: &beer)
    }
    for (offset, attribute) in relation.attributes.enumerated() {
      let value = row[index + 3 + offset]
      addAttribute(value, attribute, as: "\(relation.name).\(attribute.name)", of: source, in: &beer)
    }
  }

  private func assign(
    _ value: LegacyValue, for relation: LegacyRelation, from column: String,
    of source: LegacySource? = nil, in beer: inout LegacyBeer
  ) {
    if let field = relation.field {
      set(field, value, of: source, in: &beer)
    } else {
      addExtra(value, as: relation.name, from: column, of: source, in: &beer)
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

/// The row of an old store from which a value comes.
struct LegacySource {
  let table: String
  let row: Int64
}
