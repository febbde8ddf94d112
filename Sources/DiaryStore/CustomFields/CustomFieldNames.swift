import DiaryModel
import GRDB

/// Finds the names of custom fields in the store.
struct CustomFieldNames {
  /// The beers whose fields are looked for.
  enum Scope {
    case everywhere, diary, trash

    fileprivate var condition: String {
      switch self {
      case .everywhere: "true"
      case .diary: "+deleted_at IS NULL"
      // Few beers are in the trash, so an index is faster here. `IS NOT NULL` would not use it.
      case .trash: "deleted_at > ''"
      }
    }
  }

  private let db: Database

  init(_ db: Database) { self.db = db }

  /// Returns the names of some beers' fields, sorted.
  func all(in scope: Scope = .everywhere) throws -> [String] {
    var names: Set<String> = []
    var known = RepeatedNames<Void>()
    try CustomFieldScan(db, where: scope.condition).forEach { _, name, reader in
      try known.value(of: name) { names.insert($0) }
      _ = try reader.rawValue()
    }
    return names.sorted()
  }

  /// Returns the names that are equal to `name` except for case, accents, and characters other than letters and digits,
  /// including those of beers in the trash.
  func spellings(of name: String) throws -> [String] {
    try all().filter { FilterKeyword.areSame(name, $0) }
  }
}
