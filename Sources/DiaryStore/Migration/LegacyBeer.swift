import Foundation
import GRDB

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

  /// The columns of version 3's `beer` that take a value from the old store.
  static let columns = LegacySchema.aliases.map(\.field)
  static let creationPlace = columns.firstIndex(of: "created_at") ?? 0

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
}

/// Reads `ZBEER` row by row with the columns that this store has.
struct LegacyBeerReader {
  private let schema: LegacySchema
  private let fields: [Field]
  let sql: String

  static let ranges: [String: ClosedRange<Double>] = [
    "abv": 0...100, "ibu": 0...Double.greatestFiniteMagnitude, "rating": 0...5,
    "latitude": -90...90, "longitude": -180...180,
  ]

  init(_ schema: LegacySchema) {
    self.schema = schema
    let found = LegacySchema.aliases.compactMap { alias in
      schema.fieldColumns[alias.field].map { (name: alias.field, column: $0) }
    }
    fields = found.enumerated().map { Field($1.name, column: $1.column, index: $0 + 1) }
    let columns = ["Z_PK"] + found.map(\.column) + schema.extraColumns.map(\.column)
    sql =
      "SELECT \(columns.map(\.quotedIdentifier).joined(separator: ", ")) FROM ZBEER ORDER BY Z_PK"
  }

  func read(_ row: LegacyRow) throws -> LegacyBeer {
    guard case .integer(let key) = row[0] else {
      throw MigrationFailure.unexpected("a beer's primary key is no whole number")
    }
    var beer = LegacyBeer(primaryKey: key)
    for field in fields { set(field, row[field.index], in: &beer) }
    for (offset, column) in schema.extraColumns.enumerated() {
      let value = row[fields.count + 1 + offset]
      if column.isTimestamp, let date = value.date {
        beer.keep(.text(date.text), as: column.name)
      } else {
        keep(value, as: column.name, from: column.column, in: &beer)
      }
    }
    return beer
  }

  private func set(_ field: Field, _ value: LegacyValue, in beer: inout LegacyBeer) {
    if case .null = value { return }
    guard let stored = stored(field.kind, value) else {
      beer.outOfRange += 1
      return keep(value, as: field.name, from: field.column, in: &beer)
    }
    beer.values[field.place] = stored
    keepBytes(of: value, as: field.name, in: &beer)
  }

  private func stored(_ kind: Field.Kind, _ value: LegacyValue) -> LegacyValue? {
    switch (kind, value) {
    case (.date, _): value.date.map { .text($0.text) }
    case (.number(let range), _): value.number.flatMap { range.contains($0) ? .real($0) : nil }
    case (.text, .text): value
    case (.text, .brokenText): value.readableText.map { .text($0) }
    case (.text, _): value.number == nil ? nil : .text(plain(value, "", 0).display)
    }
  }

  private func keep(
    _ value: LegacyValue, as name: String, from column: String, in beer: inout LegacyBeer
  ) {
    if case .null = value { return }
    beer.keep(plain(value, column, beer.primaryKey), as: name)
    keepBytes(of: value, as: name, in: &beer)
  }

  private func keepBytes(of value: LegacyValue, as name: String, in beer: inout LegacyBeer) {
    guard case .brokenText(let bytes) = value else { return }
    beer.keep(.text(bytes.base64EncodedString()), as: name + "_base64")
    beer.brokenTexts += 1
  }

  private func plain(_ value: LegacyValue, _ column: String, _ key: Int64) -> JSONValue {
    switch value {
    case .null: .null
    case .integer(let number): .integer(number)
    case .real(let number): number.isFinite ? .number(number) : .text("\(number)")
    case .text, .brokenText: .text(value.readableText ?? "")
    case .blob(let data): .text(data.base64EncodedString())
    case .largeBlob(let count):
      .text("kept in the store: table ZBEER, column \(column), row \(key), \(count) bytes")
    }
  }
}

/// A column of `ZBEER` and the field that its values become.
private struct Field {
  enum Kind {
    case date, text
    case number(ClosedRange<Double>)
  }

  let name: String
  let column: String
  /// In the rows that are read.
  let index: Int
  /// Among `LegacyBeer.columns`.
  let place: Int
  let kind: Kind

  init(_ name: String, column: String, index: Int) {
    self.name = name
    self.column = column
    self.index = index
    place = LegacyBeer.columns.firstIndex(of: name) ?? 0
    kind = LegacyBeerReader.ranges[name].map { .number($0) } ?? (name.hasSuffix("_at") ? .date : .text)
  }
}
