import Foundation

/// A table, index, trigger or view as a database declares it.
package struct SchemaObject: Hashable {
  /// The kind of object, as SQL spells it.
  package enum Kind: String {
    /// A table, including virtual ones.
    case table
    /// An index.
    case index
    /// A trigger.
    case trigger
    /// A view.
    case view
  }

  /// What the declaration says, whatever the `type` column of the schema table says.
  package let kind: Kind
  /// The name, not quoted.
  package let name: String
  /// The declaration as SQLite stores it.
  package let sql: String
  /// The tokens of the declaration; see ``SQLTokens``.
  package let tokens: [String]

  /// Creates an object from a row of the schema table.
  ///
  /// - Returns: `nil` for an object that SQLite creates itself, such as the index of a `UNIQUE` column.
  package init?(type: String, name: String, sql: String) {
    if sql.isEmpty { return nil }
    tokens = SQLTokens.of(sql)
    // SQLite runs the statement, whatever the `type` column says.
    let declared = tokens.prefix(3).lazy.compactMap(Kind.init(rawValue:)).first
    guard let kind = declared ?? Kind(rawValue: type) else { return nil }
    self.kind = kind
    self.name = name
    self.sql = sql
  }

  /// Returns all objects of a database, in no particular order.
  ///
  /// - Throws: What reading rows throws.
  package static func all(in store: some SchemaReader) throws -> [SchemaObject] {
    try store.rows("SELECT type, name, sql FROM sqlite_master").compactMap {
      SchemaObject(type: $0[0], name: $0[1], sql: $0[2])
    }
  }

  /// The kind and the name, such as `trigger "on_add"`.
  package var title: String { "\(kind.rawValue) \"\(name)\"" }

  /// A key that identifies the object, with the name in lower case: names are not case-sensitive.
  package var key: String { "\(kind.rawValue) \(name.lowercased())" }

  /// The parts of the declaration that change, delete or reject rows which no statement names; empty if there are none.
  ///
  /// They are the body of a trigger, the actions of foreign keys, conflict clauses, and a unique index.
  package var sideEffects: [String] {
    switch kind {
    case .trigger, .view: tokens
    case .index: uniqueTable == nil ? [] : tokens
    case .table where tokens.dropFirst().first == "virtual": tokens
    case .table:
      zip(tokens, [""] + tokens).compactMap { token, previous in
        Self.sideEffectKeywords.contains(token) || previous == "references" ? token : nil
      }
    }
  }

  /// The table of a unique index, in lower case; `nil` for anything else.
  package var uniqueTable: String? {
    // SQLite stores `CREATE UNIQUE INDEX name ON table`, whatever else the statement said.
    guard kind == .index, tokens.count > 5, tokens[1] == "unique" else { return nil }
    return tokens[5].trimmingCharacters(in: ["'"]).lowercased()
  }

  /// Returns whether a foreign key without `ON DELETE CASCADE` or `SET` can prevent deleting rows of other tables.
  ///
  /// - Parameter tables: Names in lower case.
  package func keepsRows(of tables: Set<String>) -> Bool {
    guard kind == .table else { return false }
    let references = zip(tokens, tokens.dropFirst()).count { word, table in
      word == "references" && tables.contains(table.trimmingCharacters(in: ["'"]).lowercased())
    }
    let actions = zip(zip(tokens, tokens.dropFirst()), tokens.dropFirst(2)).count { words, action in
      words == ("on", "delete") && (action == "cascade" || action == "set")
    }
    return references > actions
  }

  private static let sideEffectKeywords: Set = [
    "references", "delete", "update", "cascade", "set", "restrict", "conflict",
  ]
}
