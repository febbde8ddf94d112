/// A row that cannot be read, or only in part, with the information to find and correct it.
package struct RejectedRow: Hashable, Sendable {
  /// The kind of mistake.
  package enum Reason: Hashable, Sendable {
    /// A value does not fit its field.
    case value(ValueProblem)
    /// The row has more fields than the header.
    case tooManyFields(found: Int, expected: Int)
    /// A quoted field is not closed.
    case unclosedQuote
    /// A quoted field is followed by text instead of a delimiter.
    case textAfterQuote
    /// The row is longer than any beer could be.
    case tooLong
    /// The row is not a JSON object.
    case notJSON
    /// The row is a JSON object that is broken at a position; `what` is the end of a sentence.
    case brokenJSON(line: Int, column: Int, what: String)

    /// The reason why a row is no JSON, or is broken as an error says.
    init(_ error: ImportError?) {
      if case .brokenJSON(let line, let column, let what) = error {
        self = .brokenJSON(line: line, column: column, what: what)
      } else {
        self = .notJSON
      }
    }

    /// Whether the row cannot be read as JSON.
    var isOfBrokenJSON: Bool {
      switch self {
      case .notJSON, .brokenJSON: true
      default: false
      }
    }
  }

  /// A mistake in a row.
  package struct RowError: Hashable, Sendable {
    /// The position of the field in the row, from 1; `nil` if the mistake is not in a single field.
    package let column: Int?
    /// The name of the field's column; `nil` if the mistake is not in a single field.
    package let columnName: String?
    /// The field's text, safe to print and shortened; `nil` if the mistake is not in a single field.
    package let value: String?
    /// What is wrong.
    package let reason: Reason
  }

  /// The line of the file on which the row starts or its quote opens, from 1.
  package let line: Int
  /// The position of the row in the file, from 1, if messages name it because several rows are on one line; otherwise
  /// `nil`.
  package let position: Int?
  /// All mistakes, in the order of the columns; at least one.
  package let errors: [RowError]
  /// The row as it is in the file; empty unless it was asked for.
  package let raw: [UInt8]
  /// The line of column names that the row follows in a joined file; `nil` if its fields are in the order of the first
  /// column names.
  let headerLine: [UInt8]?
  /// Whether the row was imported, with what could not be read, or only in part, as custom fields.
  package let isImported: Bool

  init(
    line: Int, position: Int? = nil, errors: [RowError], raw: [UInt8], headerLine: [UInt8]? = nil,
    isImported: Bool = false
  ) {
    self.line = line
    self.position = position
    self.errors = errors
    self.raw = raw
    self.headerLine = headerLine
    self.isImported = isImported
  }

  /// A line for each mistake, safe to print: `line 12, column 4 "abv": "strong" is not a number`, or `beer 12` if
  /// several rows are on one line.
  package var messages: [String] { messages(orderAdvice: ValueProblem.orderOption) }

  /// Returns the same lines for use outside the command line.
  ///
  /// - Parameter orderAdvice: How to say whether the day or the month comes first.
  package func messages(orderAdvice: String) -> [String] {
    let row = position.map { "beer \($0)" } ?? "line \(line)"
    return errors.map { error in
      "\(row)\(error.position): \(error.explanation(orderAdvice: orderAdvice))"
        + (isImported ? error.outcome : "")
    }
  }
}

extension RejectedRow.RowError {
  /// What is wrong, without the place: `“strong” is not a number`.
  package var explanation: String { explanation(orderAdvice: ValueProblem.orderOption) }

  /// `, column 4 “abv”`; empty if the mistake is not in a single field.
  fileprivate var position: String {
    var position = ""
    if let column { position += ", column \(column)" }
    if let columnName { position += " “\(SafeText.sanitized(columnName, limit: 30))”" }
    return position
  }

  /// What becomes of the field of a row that is imported.
  fileprivate var outcome: String {
    if case .value(.wrongWeekday) = reason {
      "; the date is imported, and the text kept as a custom field"
    } else {
      "; kept as a custom field"
    }
  }

  fileprivate func explanation(orderAdvice: String) -> String {
    let shown = value.map { "“\($0)”" } ?? "the value"
    return switch reason {
    case .value(let problem): problem.explanation(of: shown, orderAdvice: orderAdvice)
    case .tooManyFields(let found, let expected):
      "the row has \(found) fields, but there are \(expected) column names; "
        + "quote fields that contain the delimiter"
    case .unclosedQuote: "the quote that opens \(shown) is not closed"
    case .textAfterQuote:
      "there is text after the closing quote in \(shown); double a quote inside a field"
    case .notJSON: "this is not a JSON object"
    case .brokenJSON(let line, let column, let what):
      "the JSON is invalid on line \(line), column \(column): \(what)"
    case .tooLong: "the row is larger than \(BufferedInput.maxRecordLength >> 20) MB"
    }
  }
}
