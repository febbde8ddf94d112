import DiaryModel

/// Finds a custom field that has the dates of the beers, in a file of which no column is known to have them.
struct DateColumnProfiler {
  private var columns: [Int]
  private var filled: Set<Int> = []

  init(_ mapping: ColumnMapping) {
    let isUndated = mapping.contents == .beers && mapping.column(of: .drunkAt) == nil
    columns = isUndated ? mapping.roles.indices.filter { mapping.roles[$0] == .extra } : []
  }

  mutating func add(_ record: FileRecord) {
    columns.removeAll { column in
      record.withValue(at: column) { value in
        if value.isEmpty { return false }
        filled.insert(column)
        return !Self.isDay(value)
      }
    }
  }

  /// The first column whose values are all days, from 0; `nil` if there is none.
  var result: Int? { columns.first(where: filled.contains) }

  /// Returns whether a value is a day, in any order; a year or seconds since 1970 may be any number.
  private static func isDay(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
    WrittenDate(value)?.isDay ?? false
  }
}
