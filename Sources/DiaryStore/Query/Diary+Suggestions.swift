/// What a filter can be completed with, the most frequent first.
package struct FilterVocabulary: Hashable, Sendable {
  /// Values of `brewery`, `style` and `place`, by the field's name.
  package var values: [String: [String]]
  package var customFields: [String]

  package init(values: [String: [String]] = [:], customFields: [String] = []) {
    self.values = values
    self.customFields = customFields
  }
}

extension Diary {
  /// The values and custom fields that the diary has.
  package func filterVocabulary() throws(DiaryError) -> FilterVocabulary {
    var values: [String: [String]] = [:]
    for field in CompletedField.allCases { values[field.rawValue] = try mostUsed(field) }
    return FilterVocabulary(values: values, customFields: try customFieldNames())
  }
}
