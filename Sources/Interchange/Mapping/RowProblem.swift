/// Why a record is no beer, before it is worded for the user.
struct RowProblem {
  var reason: RejectedRow.Reason
  /// The field that is meant, from 0.
  var column: Int?

  init(reason: RejectedRow.Reason, column: Int? = nil) {
    self.reason = reason
    self.column = column
  }

  /// Why a record's fields cannot be assigned to columns; `nil` if they can.
  init?(structureOf record: FileRecord, columnCount: Int) {
    switch record.problem {
    case .unclosedQuote: self.init(reason: .unclosedQuote, column: record.fieldCount - 1)
    case .textAfterQuote: self.init(reason: .textAfterQuote, column: record.fieldCount - 1)
    case .tooLong: self.init(reason: .tooLong)
    case .notJSON: self.init(reason: .notJSON)
    case nil:
      guard record.fieldCount > columnCount else { return nil }
      let surplus = columnCount..<record.fieldCount
      if surplus.allSatisfy({ index in record.withValue(at: index) { $0.isEmpty } }) { return nil }
      self.init(reason: .tooManyFields(found: record.fieldCount, expected: columnCount))
    }
  }
}
