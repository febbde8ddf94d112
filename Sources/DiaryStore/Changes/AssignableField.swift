package import DiaryModel
import GRDB
import SQLiteKit

/// A field that many beers can be given the same value of.
///
/// What makes each beer its own, its name and notes and when it was drunk, is none.
package enum AssignableField: Hashable, Sendable {
  case text(BeerFilter.TextField)
  case number(BeerFilter.NumberField)
  case custom(String)

  /// The names of the fields that every beer has.
  package static var knownNames: [String] {
    textFields.map(\.rawValue) + BeerFilter.NumberField.all.map(\.rawValue)
  }

  private static var textFields: [BeerFilter.TextField] {
    BeerFilter.TextField.all.filter { BeerColumn.named($0.rawValue)?.traits.contains(.assignable) == true }
  }

  /// A field that every beer has, by its name in any case.
  package init?(known name: String) {
    let name = name.lowercased()
    if let field = Self.textFields.first(where: { $0.rawValue == name }) {
      self = .text(field)
    } else if let field = BeerFilter.NumberField(rawValue: name) {
      self = .number(field)
    } else {
      return nil
    }
  }

  package var name: String {
    switch self {
    case .text(let field): field.rawValue
    case .number(let field): field.rawValue
    case .custom(let name): name
    }
  }

  /// The column of `beer`; custom fields share one.
  fileprivate var column: String { if case .custom = self { "extras" } else { name } }
}

/// Reads and writes one field of many beers.
struct FieldRecord {
  private static let chosen = "id IN (SELECT value FROM json_each(?))"

  let db: Database
  let field: AssignableField

  /// What beers have now: those with the same value and the same time of their last change together.
  struct State: Hashable {
    let value: JSONValue?
    let updatedAt: String
  }

  func states(of beers: [Int64]) throws -> [State: [Int64]] {
    let statement = try db.makeStatement(
      sql: "SELECT id, \(field.column), updated_at FROM beer WHERE \(Self.chosen) ORDER BY id")
    var states: [State: [Int64]] = [:]
    for batch in beers.batches {
      let rows = try Row.fetchCursor(statement, arguments: [batch.jsonArray])
      while let row = try rows.next() {
        let state = try State(value: value(row), updatedAt: row.value(atIndex: 2))
        states[state, default: []].append(try row.value(atIndex: 0))
      }
    }
    return states
  }

  /// - Parameter progress: Called with the number of beers that are done.
  func set(
    _ beers: [Int64], to value: JSONValue?, timestamp: String, progress: (Int) -> Void = { _ in }
  ) throws {
    let imported = ImportedValues(db)
    for batch in beers.batches {
      try imported.preserve(where: Self.chosen, [batch.jsonArray])
      if case .custom(let name) = field {
        try set(batch, custom: name, to: value, timestamp: timestamp)
      } else {
        try set(batch, column: value?.scalar, timestamp: timestamp)
      }
      progress(batch.endIndex)
    }
  }

  private func set(
    _ beers: ArraySlice<Int64>, column value: (any DatabaseValueConvertible)?, timestamp: String
  ) throws {
    let sql = "UPDATE beer SET \(field.column) = ?, updated_at = ? WHERE \(Self.chosen)"
    try db.cachedStatement(sql: sql).execute(arguments: [value, timestamp, beers.jsonArray])
  }

  private func set(_ beers: ArraySlice<Int64>, custom name: String, to value: JSONValue?, timestamp: String)
    throws
  {
    let read = try db.makeStatement(sql: "SELECT extras FROM beer WHERE id = ?")
    let write = try db.makeStatement(sql: "UPDATE beer SET extras = ?, updated_at = ? WHERE id = ?")
    for beer in beers {
      guard let json = try String.fetchOne(read, arguments: [beer]) else { continue }
      var extras = try Extras(json: json)
      extras[name] = value
      try write.execute(arguments: [extras.json, timestamp, beer])
    }
  }

  private func value(_ row: Row) throws -> JSONValue? {
    switch field {
    case .text: try row.value(String?.self, atIndex: 1).map { .text($0) }
    case .number: try row.value(Double?.self, atIndex: 1).map { .number($0) }
    case .custom(let name): try Extras(json: row.value(atIndex: 1))[name]
    }
  }
}

extension JSONValue {
  /// As a column holds it.
  fileprivate var scalar: (any DatabaseValueConvertible)? {
    if case .text(let text) = self { text } else { number }
  }
}

extension [Int64] {
  /// Some thousands at a time, so that a million ids need no memory for the text of all of them.
  var batches: some Sequence<ArraySlice<Int64>> {
    let size = 10_000
    return stride(from: 0, to: count, by: size).lazy.map { self[$0..<Swift.min($0 + size, count)] }
  }
}

extension Collection<Int64> {
  /// One argument for any number of ids.
  var jsonArray: String {
    var text = "["
    for id in self { text += (text.utf8.count > 1 ? "," : "") + String(id) }
    return text + "]"
  }
}
