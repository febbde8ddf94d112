/// A table, index, trigger or view as a database declares it.
struct SchemaObject: Hashable {
  enum Kind: String {
    case table, index, trigger, view
  }

  let kind: Kind
  let name: String
  let sql: String
  /// The declaration, see ``SQLTokens``.
  let tokens: [String]

  /// `nil` for an object that SQLite makes by itself, such as the index of a `UNIQUE` column.
  init?(type: String, name: String, sql: String) {
    if sql.isEmpty { return nil }
    tokens = SQLTokens.of(sql)
    // What it is depends on the statement: SQLite runs whatever stands there.
    let declared = tokens.prefix(3).lazy.compactMap(Kind.init(rawValue:)).first
    guard let kind = declared ?? Kind(rawValue: type) else { return nil }
    (self.kind, self.name, self.sql) = (kind, name, sql)
  }

  /// All that a database declares, in an order of its own.
  static func all(in store: some SchemaReader) throws -> [SchemaObject] {
    try store.rows("SELECT type, name, sql FROM sqlite_master").compactMap {
      SchemaObject(type: $0[0], name: $0[1], sql: $0[2])
    }
  }

  /// What it is called, such as `trigger "on_add"`.
  var title: String { "\(kind.rawValue) \"\(name)\"" }

  /// Names of the same kind are the same in upper and lower case.
  var key: String { "\(kind.rawValue) \(name.lowercased())" }

  /// What changes or removes rows that no statement names; empty for what cannot do that.
  ///
  /// That is the program of a trigger, the actions of foreign keys, and what is done on conflicts.
  var rules: [String] {
    switch kind {
    case .trigger, .view: tokens
    case .index: []
    case .table where tokens.dropFirst().first == "virtual": tokens
    case .table:
      zip(tokens, [""] + tokens).compactMap { token, previous in
        Self.ruleWords.contains(token) || previous == "references" ? token : nil
      }
    }
  }

  private static let ruleWords: Set = [
    "references", "delete", "update", "cascade", "set", "restrict", "conflict",
  ]
}
