/// Finds the custom fields of which all values are numbers, and can be kept as such without losing how they are written.
struct NumberColumnSurvey {
  private var columns: [Int]
  private var filled: Set<Int> = []
  private let isJSON: Bool

  init(_ mapping: ColumnMapping, isJSON: Bool) {
    columns = mapping.extraColumns
    self.isJSON = isJSON
  }

  mutating func take(_ record: FileRecord) {
    columns.removeAll { column in
      // JSON says itself what is text; spreadsheets put quotes around anything.
      if isJSON, record.isQuoted(at: column) { return true }
      return record.withValue(at: column) { value in
        if value.isEmpty { return false }
        filled.insert(column)
        return !PlainNumber.isNumber(value)
      }
    }
  }

  var result: Set<Int> { filled.intersection(columns) }
}
