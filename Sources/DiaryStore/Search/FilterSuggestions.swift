import GRDB
import SQLiteKit

/// What a filter can be completed with, the most frequent first.
package struct FilterVocabulary: Hashable, Sendable {
  /// Values of `brewery`, `style` and `place`, by the field's name; of a custom field once they have been read.
  package var values: [String: [String]]
  package var customFields: [String]
  /// That beers are dated to, the latest first.
  package var years: [String]

  package init(values: [String: [String]] = [:], customFields: [String] = [], years: [String] = []) {
    self.values = values
    self.customFields = customFields
    self.years = years
  }
}

struct FilterSuggestions: DatabaseAccess {
  let database: DiaryDatabase

  func filterVocabulary() throws(StoreError) -> FilterVocabulary {
    var values: [String: [String]] = [:]
    for field in CompletedField.allCases {
      values[field.rawValue] = try FieldValues(database: database).mostFrequentValues(field)
    }
    return FilterVocabulary(
      values: values, customFields: try CustomFieldCatalog(database: database).customFieldNames(),
      years: try years())
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
