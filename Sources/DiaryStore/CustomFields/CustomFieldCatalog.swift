import DiaryModel
import SQLiteKit
import GRDB

/// Lists custom fields, and creates and removes their indexes.
struct CustomFieldCatalog: DiaryComponent {
  typealias WriteError = CustomFieldError

  let database: DiaryDatabase

  func customFields() throws(StoreError) -> [CustomField] {
    try read { db in
      var counts: [String: (beers: Int, kinds: [CustomField.Kind: Int])] = [:]
      try CustomFieldScan(db, where: "+deleted_at IS NULL").forEach { _, name, reader in
        let kind = CustomField.Kind(try reader.value())
        var count = counts[try name.text] ?? (0, [:])
        count.beers += 1
        if let kind { count.kinds[kind, default: 0] += 1 }
        counts[try name.text] = count
      }
      let indexed = Set(try CustomFieldIndex.all(db).map(\.name))
      let unused = indexed.subtracting(counts.keys).map { ($0, (beers: 0, kinds: [CustomField.Kind: Int]())) }
      return (Array(counts) + unused).map { name, count in
        CustomField(
          name: name, beerCount: count.beers, kinds: count.kinds, isIndexed: indexed.contains(name))
      }.sorted { $0.name < $1.name }
    }
  }

  func customFieldNames(includingTrash: Bool) throws(StoreError) -> [String] {
    try read { try CustomFieldNames($0).all(in: includingTrash ? .everywhere : .diary) }
  }

  func indexCustomField(_ name: String) throws(CustomFieldError) -> (name: String, respelled: Int)? {
    try write { db in
      if try CustomFieldIndex.find(name, db) != nil { return nil }
      let spellings = try CustomFieldNames(db).spellings(of: name)
      guard let spelling = spellings.contains(name) ? name : spellings.first else {
        throw CustomFieldError.noSuchField(name)
      }
      let index = CustomFieldIndex(spelling)
      guard index.expression.isIndexable else { throw CustomFieldError.notIndexable(name) }
      // Other devices keep their spelling: a value that only got another one must not outrank a later edit there.
      let respelled = try ChangeTracker(db).discardingChanges(of: "extras") {
        try FieldNameNormalizer(db).apply(spelling, to: spellings)
      }
      try index.make(db)
      return (spelling, respelled)
    }
  }

  func unindexCustomField(_ name: String) throws(CustomFieldError) -> String? {
    try write { db in
      guard let index = try CustomFieldIndex.find(name, db) else { return nil }
      try index.drop(db)
      return index.name
    }
  }
}
