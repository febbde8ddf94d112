import DiaryModel
import GRDB

/// Finds the names of custom fields in the store, including those of beers in the trash.
struct CustomFieldNames {
  private let db: Database

  init(_ db: Database) { self.db = db }

  /// Returns all names, sorted.
  func all() throws -> [String] {
    var names: Set<String> = []
    var known = RepeatedNames<Void>()
    try CustomFieldScan(db, where: "true").forEach { _, name, reader in
      try known.value(of: name) { names.insert($0) }
      _ = try reader.rawValue()
    }
    return names.sorted()
  }

  /// Returns the names that are equal to `name` except for case, accents, and characters other than letters and digits.
  func spellings(of name: String) throws -> [String] {
    try all().filter { FilterKeyword.areSame(name, $0) }
  }
}
