package import DiaryModel
import GRDB
import SQLiteKit

/// A field that can be set to the same value for many beers.
///
/// The fields that differ from beer to beer are not assignable: name, notes, and when it was drunk.
package enum AssignableField: Hashable, Sendable {
  /// A column of text.
  case text(BeerFilter.TextField)
  /// A column of numbers; a value outside of its range is refused.
  case number(BeerFilter.NumberField)
  /// The custom field with this name.
  case custom(String)

  /// The names of the built-in fields.
  package static var builtInNames: [String] { builtIn.map(\.name) }

  /// The columns that the table marks as assignable: first those of text, then those of numbers.
  private static var builtIn: [AssignableField] {
    let fields = BeerFilter.TextField.all.map(Self.text) + BeerFilter.NumberField.all.map(Self.number)
    return fields.filter { BeerColumn.named($0.name)?.traits.contains(.assignable) == true }
  }

  /// Returns the built-in field with a name in any case; `nil` if there is none.
  package init?(builtIn name: String) {
    let name = name.lowercased()
    guard let field = Self.builtIn.first(where: { $0.name == name }) else { return nil }
    self = field
  }

  /// The name of the column or of the custom field.
  package var name: String {
    switch self {
    case .text(let field): field.rawValue
    case .number(let field): field.rawValue
    case .custom(let name): name
    }
  }

  /// The column of `beer`; all custom fields are in `extras`.
  fileprivate var column: String { if case .custom = self { "extras" } else { name } }
}

/// A value of a field, which equals another one only if both have the same Unicode scalars.
///
/// Swift compares texts by their characters, so beers with `é` as one scalar and as two would get the same value.
struct ExactValue: Hashable {
  let value: JSONValue?
  private let bytes: [UInt8]

  init(_ value: JSONValue?) {
    self.value = value
    bytes =
      switch value {
      case .text(let text)?: Array(text.utf8)
      case .array?, .object?: value.map { Array($0.storedText.utf8) } ?? []
      case nil, .null?, .boolean?, .integer?, .number?, .decimal?: []
      }
  }
}

/// What several beers have in a field.
package enum CommonValue: Hashable, Sendable {
  /// All have this value; `nil` if none has a value.
  case same(JSONValue?)
  /// They have different values, or only some have one.
  case different
}

/// Reads and writes one field of many beers.
///
/// Beers may spell the name of a custom field in different ways. ``states(of:isCancelled:)`` and
/// ``set(_:to:timestamp:progress:isCancelled:)`` are about exactly the given one;
/// ``spellingGroups(of:isCancelled:)`` finds the others.
struct FieldRecord {
  private static let chosen = "id IN (SELECT value FROM json_each(?))"

  let db: Database
  let field: AssignableField

  /// The value of a beer and the time of its last change, by which beers are grouped.
  struct State: Hashable {
    let exactValue: ExactValue
    let updatedAt: String

    var value: JSONValue? { exactValue.value }
  }

  /// Returns the beers that exist, grouped by their states.
  ///
  /// - Parameter isCancelled: Called after each batch; return `true` to throw `CancellationError`.
  func states(of beers: [Int64], isCancelled: () -> Bool = { false }) throws -> [State: [Int64]] {
    let statement = try db.makeStatement(
      sql: "SELECT id, \(field.column), updated_at FROM beer WHERE \(Self.chosen) ORDER BY id")
    var states: [State: [Int64]] = [:]
    for batch in beers.batches {
      let rows = try Row.fetchCursor(statement, arguments: [batch.jsonArray])
      while let row = try rows.next() {
        let state = try State(exactValue: ExactValue(value(row)), updatedAt: row.value(atIndex: 2))
        states[state, default: []].append(try row.value(atIndex: 0))
      }
      try checkCancellation(isCancelled)
    }
    return states
  }

  /// Returns the value that all beers have, in any spelling of a custom field; ids that no beer has are ignored.
  ///
  /// - Parameter isCancelled: Called after each batch; return `true` to throw `CancellationError`.
  /// - Returns: `nil` if none of the beers exists.
  func commonValue(of beers: [Int64], isCancelled: () -> Bool) throws -> CommonValue? {
    let statement = try db.makeStatement(sql: "SELECT id, \(field.column) FROM beer WHERE \(Self.chosen)")
    var spellings = FieldSpellings(of: field.name)
    var common: ExactValue?
    for batch in beers.batches {
      let rows = try Row.fetchCursor(statement, arguments: [batch.jsonArray])
      while let row = try rows.next() {
        for next in try values(row, &spellings) {
          let next = ExactValue(next)
          if let common, common != next { return .different }
          common = next
        }
      }
      try checkCancellation(isCancelled)
    }
    return common.map { .same($0.value) }
  }

  /// Beers that have the field in one spelling.
  struct SpellingGroup {
    let record: FieldRecord
    let beers: [Int64]
    /// Whether setting the field keeps this spelling; otherwise it is removed, because the beers keep another one.
    let isKept: Bool
  }

  /// Returns the beers grouped by their spellings of a custom field, in the order in which to set them.
  ///
  /// Spellings that are removed come first, so that undo restores them last.
  ///
  /// A beer keeps one spelling: that of the index if the field has one, otherwise its own one, preferably the one of this
  /// record, which a beer without the field gets.
  ///
  /// - Parameter isCancelled: Called after each batch; return `true` to throw `CancellationError`.
  func spellingGroups(of beers: [Int64], isCancelled: () -> Bool) throws -> [SpellingGroup] {
    guard case .custom(let name) = field else {
      return [SpellingGroup(record: self, beers: beers, isKept: true)]
    }
    let indexed = try CustomFieldIndex.find(name, db)?.name
    var spellings = FieldSpellings(of: name)
    var kept: [String: [Int64]] = [:]
    var others: [String: [Int64]] = [:]
    let statement = try db.makeStatement(sql: "SELECT id, extras FROM beer WHERE \(Self.chosen) ORDER BY id")
    for batch in beers.batches {
      let rows = try Row.fetchCursor(statement, arguments: [batch.jsonArray])
      while let row = try rows.next() {
        let beer: Int64 = try row.value(atIndex: 0)
        let own = spellings.names(in: try Extras(json: row.value(atIndex: 1)))
        let keptName = indexed ?? (own.contains(name) ? name : own.first ?? name)
        kept[keptName, default: []].append(beer)
        for other in own where other != keptName { others[other, default: []].append(beer) }
      }
      try checkCancellation(isCancelled)
    }
    return groups(others, isKept: false) + groups(kept, isKept: true)
  }

  private func groups(_ beers: [String: [Int64]], isKept: Bool) -> [SpellingGroup] {
    beers.sorted { $0.key < $1.key }.map { name, beers in
      SpellingGroup(record: FieldRecord(db: db, field: .custom(name)), beers: beers, isKept: isKept)
    }
  }

  /// Sets the field of beers.
  ///
  /// - Parameters:
  ///   - progress: Called after each batch with the number of beers that are done.
  ///   - isCancelled: Called after each batch, and for a custom field after each beer; return `true` to throw
  ///     `CancellationError`.
  func set(
    _ beers: [Int64], to value: JSONValue?, timestamp: String, progress: (Int) -> Void = { _ in },
    isCancelled: () -> Bool = { false }
  ) throws {
    let records = BeerRecord(db)
    for batch in beers.batches {
      try records.preserveImportedValues(where: Self.chosen, [batch.jsonArray])
      if case .custom(let name) = field {
        try set(batch, custom: name, to: value, timestamp: timestamp, isCancelled: isCancelled)
      } else {
        try set(batch, column: value?.scalar, timestamp: timestamp)
      }
      try checkCancellation(isCancelled)
      progress(batch.endIndex)
    }
  }

  private func set(
    _ beers: ArraySlice<Int64>, column value: (any DatabaseValueConvertible)?, timestamp: String
  ) throws {
    let sql = "UPDATE beer SET \(field.column) = ?, updated_at = ? WHERE \(Self.chosen)"
    try db.cachedStatement(sql: sql).execute(arguments: [value, timestamp, beers.jsonArray])
  }

  private func set(
    _ beers: ArraySlice<Int64>, custom name: String, to value: JSONValue?, timestamp: String,
    isCancelled: () -> Bool
  ) throws {
    let read = try db.makeStatement(sql: "SELECT extras FROM beer WHERE id = ?")
    let write = try db.makeStatement(sql: "UPDATE beer SET extras = ?, updated_at = ? WHERE id = ?")
    for beer in beers {
      guard let json = try String.fetchOne(read, arguments: [beer]) else { continue }
      var extras = try Extras(json: json)
      extras[name] = value
      try write.execute(arguments: [extras.json, timestamp, beer])
      try checkCancellation(isCancelled)
    }
  }

  private func value(_ row: Row) throws -> JSONValue? {
    switch field {
    case .text: try row.value(String?.self, atIndex: 1).map { .text($0) }
    case .number: try row.value(Double?.self, atIndex: 1).map { .number($0) }
    case .custom(let name): try Extras(json: row.value(atIndex: 1))[name]
    }
  }

  /// Returns the values of a beer, which has several only if it has a custom field in several spellings.
  private func values(_ row: Row, _ spellings: inout FieldSpellings) throws -> [JSONValue?] {
    guard case .custom = field else { return [try value(row)] }
    let extras = try Extras(json: row.value(atIndex: 1))
    let values = spellings.names(in: extras).map { extras[$0] }
    return values.isEmpty ? [nil] : values
  }
}

/// Finds the spellings of a custom field's name in beers.
private struct FieldSpellings {
  private let name: String
  /// Whether each name seen so far is a spelling of it, because comparing names is slow.
  private var known: [String: Bool] = [:]

  init(of name: String) { self.name = name }

  /// Returns the names of the fields that are spellings of the name, sorted.
  mutating func names(in extras: Extras) -> [String] {
    var names: [String] = []
    for other in extras.keys.sorted() {
      let isSpelling = known[other] ?? FilterKeyword.areSame(name, other)
      known[other] = isSpelling
      if isSpelling { names.append(other) }
    }
    return names
  }
}

extension JSONValue {
  /// The value as a column stores it; `nil` for NULL.
  fileprivate var scalar: (any DatabaseValueConvertible)? {
    if case .text(let text) = self { text } else { number }
  }
}
