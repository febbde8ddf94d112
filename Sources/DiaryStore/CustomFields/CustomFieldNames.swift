import DiaryModel
import GRDB

/// The names that custom fields have in the store, the trash included.
struct CustomFieldNames {
  private let db: Database

  init(_ db: Database) { self.db = db }

  /// All, in their order.
  func all() throws -> [String] {
    var names: Set<String> = []
    var known = RepeatedNames<Void>()
    try CustomFieldScan(db, where: "true").forEach { _, name, reader in
      try known.value(of: name) { names.insert($0) }
      _ = try reader.rawValue()
    }
    return names.sorted()
  }

  /// Those that are the same but for case, accents and what is no letter or digit.
  func spellings(of name: String) throws -> [String] {
    try all().filter { FilterKeyword.areSame(name, $0) }
  }
}
