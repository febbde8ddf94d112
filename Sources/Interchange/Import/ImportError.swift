package import DiaryStore

/// Why a file could not be imported at all.
package enum ImportError: Error, Hashable, Sendable {
  case notFound(path: String)
  case isFolder(path: String)
  case permissionDenied(path: String)
  case unreadable(path: String, reason: String)
  /// There is no header and no row.
  case empty
  /// The file is no text; `kind` is what it is, such as `a PNG picture`.
  case binary(kind: String)
  /// The header's quotes do not close.
  case brokenHeader(line: Int)
  /// The JSON cannot be read on from there.
  case brokenJSON(line: Int, column: Int, what: String)
  /// The user named a column that is not there.
  case noSuchColumn(String, columns: [String])
  /// The user said of several columns that they are the same field.
  case sameField(String, columns: [String])
  /// A saved mapping needs columns that are not there.
  case mappingDoesNotFit(String, missing: [String], columns: [String])
  /// No column can be the beer's name; `columns` are those that there are.
  case noNameColumn(columns: [String])
  /// The diary refused.
  case store(DiaryError)

  /// One sentence for the user that says what to do; `nil` for `store`, whose own error says it.
  package var message: String? {
    switch self {
    case .notFound(let path): "There is no file \(SafeText.shown(path, limit: 200))."
    case .isFolder(let path): "\(SafeText.shown(path, limit: 200)) is a folder: name a CSV file in it."
    case .permissionDenied(let path): "You may not read \(SafeText.shown(path, limit: 200))."
    case .unreadable(let path, let reason):
      "\(SafeText.shown(path, limit: 200)) could not be read: \(reason)."
    case .empty: "The file is empty: export the beers as CSV with column names, or as JSON."
    case .binary(let kind): "This is \(kind), not text: export the beers as CSV or JSON first."
    case .brokenHeader(let line):
      "The column names in line \(line) cannot be read, as a quote in them is not closed: mend that line."
    case .brokenJSON(let line, let column, let what):
      "The JSON is broken in line \(line), column \(column): \(what); mend it there."
    case .noSuchColumn(let name, let columns):
      "No column is called \"\(SafeText.shown(name))\" (found: \(Self.listed(columns)))."
    case .sameField(let field, let columns):
      "Only one column can be \(field), not \(Self.quoted(columns).joined(separator: " and "))."
    case .mappingDoesNotFit(let name, let missing, let columns):
      "The mapping \"\(SafeText.shown(name))\" does not fit this file, which has no column "
        + "\(Self.quoted(missing).joined(separator: ", ")) (found: \(Self.listed(columns)))."
    case .noNameColumn(let columns):
      "No column holds the beer's name: name it with --map \"COLUMN=name\" (found: \(Self.listed(columns)))."
    case .store: nil
    }
  }

  private static func quoted(_ columns: [String]) -> [String] {
    columns.prefix(8).map { "\"\(SafeText.shown($0, limit: 30))\"" }
  }

  private static func listed(_ columns: [String]) -> String {
    let shown = columns.prefix(8).map { SafeText.shown($0, limit: 30) }.joined(separator: ", ")
    return columns.count > 8 ? shown + ", …" : shown
  }
}
