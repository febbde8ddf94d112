/// A column of `ZBEER` and the field that its values become.
struct LegacyField {
  enum Kind {
    case date, text
    case number(ClosedRange<Double>)
  }

  let name: String
  let column: String
  /// The column's index in the rows that are read.
  let index: Int
  /// The index in `LegacyBeer.columns` and `LegacyBeer.values`.
  let valueIndex: Int
  let kind: Kind

  init(_ name: String, column: String, index: Int) {
    self.name = name
    self.column = column
    self.index = index
    valueIndex = LegacyBeer.columns.firstIndex(of: name) ?? 0
    kind = LegacyBeerReader.ranges[name].map { .number($0) } ?? (name.hasSuffix("_at") ? .date : .text)
  }
}

/// Where an old store has a value.
struct LegacySource {
  let table: String
  let row: Int64
}
