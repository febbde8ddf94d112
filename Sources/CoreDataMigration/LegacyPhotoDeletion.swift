import GRDB
import SQLiteKit

/// The columns of an old store that mark a photo as deleted, by the names that those of beers have.
struct LegacyPhotoDeletion {
  private let flags: [String]
  private let dates: [String]

  /// - Parameter columns: The columns of the photo table.
  init(_ columns: [ColumnInfo]) {
    let dateNames = LegacySchema.aliases.first { $0.field == "deleted_at" }?.columns ?? []
    let marking = columns.filter { LegacySchema.deletionFlags.contains($0.name) }
    flags = marking.filter { !LegacySchema.isTimestamp($0) }.map(\.name)
    dates =
      marking.filter(LegacySchema.isTimestamp).map(\.name) + columns.map(\.name).filter(dateNames.contains)
  }

  var columns: [String] { flags + dates }

  /// SQL that is true of a deleted photo: a flag is set, or there is a date and no flag says no; an app may have 0 for
  /// "never".
  var isDeleted: String {
    let isSet = Self.any(flags.map { "(\(Self.isNumber($0)) AND \($0.quotedIdentifier) <> 0)" })
    let isFlagged = Self.any(flags.map(Self.isNumber))
    let hasDate = Self.any(dates.map { "(\(Self.isNumber($0)) AND \($0.quotedIdentifier) <> 0)" })
    return "(\(isSet) OR (NOT \(isFlagged) AND \(hasDate)))"
  }

  private static func isNumber(_ column: String) -> String {
    "typeof(\(column.quotedIdentifier)) IN ('integer', 'real')"
  }

  private static func any(_ conditions: [String]) -> String {
    conditions.isEmpty ? "0" : "(\(conditions.joined(separator: " OR ")))"
  }
}
