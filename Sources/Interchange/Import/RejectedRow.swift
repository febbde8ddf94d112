/// A row with something that cannot be read, with what is needed to find and correct it.
package struct RejectedRow: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    case value(ValueProblem)
    case tooManyFields(found: Int, expected: Int)
    case unclosedQuote
    case textAfterQuote
    case tooLong
    case notJSON
  }

  /// One thing that is wrong with a row.
  package struct RowError: Hashable, Sendable {
    /// The field's place in the row, from 1, where the reason lies in one field.
    package let column: Int?
    package let columnName: String?
    /// The field's text, made safe for a terminal and shortened.
    package let value: String?
    package let reason: Reason
  }

  /// The line of the file where the row starts, or its quote opens, from 1.
  package let line: Int
  /// All that is wrong, in the order of the columns; at least one.
  package let errors: [RowError]
  /// The row as it is in the file, where that was asked for.
  package let raw: [UInt8]
  /// Whether the row was imported all the same; what cannot be read is then kept in custom fields.
  package let isImported: Bool

  init(line: Int, errors: [RowError], raw: [UInt8], isImported: Bool = false) {
    self.line = line
    self.errors = errors
    self.raw = raw
    self.isImported = isImported
  }

  /// `line 12, column 4 "abv": "strong" is not a number` for each fault, each on one line and safe to print.
  package var messages: [String] { messages(orderAdvice: ValueProblem.orderOption) }

  /// The same where the command's options are not at hand.
  ///
  /// - Parameter orderAdvice: How to say whether the day or the month comes first.
  package func messages(orderAdvice: String) -> [String] {
    let ending = isImported ? "; kept as a custom field" : ""
    return errors.map { "line \(line)\($0.place): \($0.explanation(orderAdvice: orderAdvice))\(ending)" }
  }
}

extension RejectedRow.RowError {
  /// `, column 4 "abv"`; empty where the whole row is meant.
  fileprivate var place: String {
    var place = ""
    if let column { place += ", column \(column)" }
    if let columnName { place += " \"\(SafeText.shown(columnName, limit: 30))\"" }
    return place
  }

  fileprivate func explanation(orderAdvice: String) -> String {
    let shown = value.map { "\"\($0)\"" } ?? "the value"
    return switch reason {
    case .value(let problem): problem.explanation(of: shown, orderAdvice: orderAdvice)
    case .tooManyFields(let found, let expected):
      "the row has \(found) fields, but there are \(expected) columns; "
        + "put a field that holds the delimiter between quotes"
    case .unclosedQuote: "the quote that opens \(shown) is not closed"
    case .textAfterQuote:
      "there is text behind the closing quote in \(shown); write a quote inside a field twice"
    case .notJSON: "the line is not a JSON object"
    case .tooLong: "the row is too long to be one; a quote may be missing"
    }
  }
}

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
