import GRDB
import SQLiteKit

/// The values, custom fields and years with which a filter can be completed.
package struct FilterVocabulary: Hashable, Sendable {
  /// The values of `brewery`, `style` and `place` by the field's name, the most frequent first.
  ///
  /// Callers add the values of custom fields when they have read them.
  package var values: [String: [String]]
  /// The names of the custom fields, sorted.
  package var customFields: [String]
  /// The custom fields that only beers in the trash have.
  package var trashedFields: Set<String>
  /// The years in which beers were drunk, such as `2024`, the latest first.
  package var years: [String]
  /// About how many beers the diary has; 0 if that is not known.
  package var beerCount: Int

  /// Creates a vocabulary, by default an empty one.
  package init(
    values: [String: [String]] = [:], customFields: [String] = [], trashedFields: Set<String> = [],
    years: [String] = [], beerCount: Int = 0
  ) {
    self.values = values
    self.customFields = customFields
    self.trashedFields = trashedFields
    self.years = years
    self.beerCount = beerCount
  }

  /// The custom fields to offer: all except those that only beers in the trash have.
  package var offeredFields: [String] { customFields.filter { !trashedFields.contains($0) } }
}

/// Reads the vocabulary of filters.
struct FilterSuggestions: DiaryComponent {
  let database: DiaryDatabase

  func filterVocabulary() throws(StoreError) -> FilterVocabulary {
    var values: [String: [String]] = [:]
    for field in SuggestedField.allCases {
      values[field.rawValue] = try FieldValues(database: database).mostFrequentValues(field)
    }
    let fields = try customFields()
    return FilterVocabulary(
      values: values, customFields: fields.all, trashedFields: fields.trashed, years: try years(),
      beerCount: try BeerListReader(database: database).approximateBeerCount())
  }

  private func customFields() throws(StoreError) -> (all: [String], trashed: Set<String>) {
    try read { db in
      let names = CustomFieldNames(db)
      let inDiary = try names.all(in: .diary)
      let trashed = Set(try names.all(in: .trash)).subtracting(inDiary)
      return ((inDiary + trashed).sorted(), trashed)
    }
  }

  func years() throws(StoreError) -> [String] {
    try read { db in
      try String.fetchAll(
        db,
        sql: """
          SELECT DISTINCT substr(\(LocalTimeSQL.drunkAt), 1, 4) AS year FROM beer
          WHERE deleted_at IS NULL AND drunk_at IS NOT NULL ORDER BY year DESC
          """)
    }
  }
}
