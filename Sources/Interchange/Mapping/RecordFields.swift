import DiaryStore

/// Determines which fields of a beer the records of a file have.
///
/// Objects of JSON may have different members, and rows of a table fewer cells than others, as in files that were joined.
struct RecordFields {
  /// How many results are kept: those of nearly all files, and not those of one in which all records differ.
  private static let maxCount = 100

  private let mapping: ColumnMapping
  /// The results, by the columns that records do not have.
  private var known: [[Int]: FileFields] = [:]

  init(_ mapping: ColumnMapping) { self.mapping = mapping }

  /// Returns the fields that a record has, even if they are empty or `null`.
  mutating func fields(of record: FileRecord) -> FileFields {
    let missing = mapping.roles.indices.filter { !record.hasField(at: $0) }
    if let known = known[missing] { return known }
    if known.count == Self.maxCount { known.removeAll() }
    let fields = fields(without: missing)
    known[missing] = fields
    return fields
  }

  /// Returns the fields of the columns except some; of custom ones, those that have the column's values and not only what
  /// cannot be read.
  private func fields(without missing: [Int]) -> FileFields {
    var fields = FileFields()
    for (column, role) in mapping.roles.enumerated() where !missing.contains(column) {
      switch role {
      case .field(let field):
        fields.columns.insert(field.rawValue)
        if field == .city || field == .country { fields.columns.insert(BeerField.place.rawValue) }
        // The rating is computed from the scores if the file has none.
        if field == .overall { fields.columns.insert(BeerField.rating.rawValue) }
        if field.isScore { fields.customFields.insert(mapping.customName(column)) }
      case .extra, .custom: fields.customFields.insert(mapping.customName(column))
      case .ignored: break
      }
    }
    return fields
  }
}
