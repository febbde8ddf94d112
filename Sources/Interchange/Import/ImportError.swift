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
    case .empty: "The file is empty: a CSV file has a line with column names and a line for each beer."
    case .binary(let kind): "This is \(kind), not CSV: export the beers as CSV text first."
    case .brokenHeader(let line):
      "The column names in line \(line) cannot be read, as a quote in them is not closed: mend that line."
    case .noNameColumn(let columns):
      "No column holds the beer's name: rename one to \"name\" or \"beer_name\" (found: \(Self.listed(columns)))."
    case .store: nil
    }
  }

  private static func listed(_ columns: [String]) -> String {
    let shown = columns.prefix(8).map { SafeText.shown($0, limit: 30) }.joined(separator: ", ")
    return columns.count > 8 ? shown + ", …" : shown
  }
}
