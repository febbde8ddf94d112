/// Finds the custom fields whose values are all numbers that can be stored without losing how they are written.
///
/// A file has decimal points or decimal commas. A comma must be certain to be one: `1,50` is a number, but `1,500` may
/// be a thousand and a half. If a file has decimal commas, its points are not decimal ones.
struct NumberColumnProfiler {
  private var columns: [Int]
  /// The columns of fields that are numbers, which show how the file writes them.
  private let fieldColumns: [Int]
  private var filled: Set<Int> = []
  private var marks = Marks()

  /// The columns by how their numbers are written.
  private struct Marks {
    var withPoint: Set<Int> = []
    var withComma: Set<Int> = []
    /// The columns with a comma that is certainly not a thousands separator.
    var withDecimalComma: Set<Int> = []

    mutating func record(_ form: PlainNumber.Form, in column: Int) {
      switch form {
      case .whole: break
      case .point: withPoint.insert(column)
      case .comma(let isDecimal):
        withComma.insert(column)
        if isDecimal { withDecimalComma.insert(column) }
      }
    }
  }

  init(_ mapping: ColumnMapping) {
    columns = mapping.extraColumns
    fieldColumns = [BeerField.abv, .ibu, .rating, .latitude, .longitude].flatMap(mapping.columns)
  }

  mutating func add(_ record: FileRecord) {
    columns.removeAll { column in
      record.withValue(at: column) { value in
        if value.isEmpty { return false }
        filled.insert(column)
        guard let form = PlainNumber.Form(value) else { return true }
        marks.record(form, in: column)
        return false
      }
    }
    for column in fieldColumns where !marks.withDecimalComma.contains(column) {
      record.withValue(at: column) { value in
        if let form = PlainNumber.Form(value) { marks.record(form, in: column) }
      }
    }
  }

  /// Whether the numbers of the columns have decimal commas.
  var hasDecimalCommas: Bool { !marks.withDecimalComma.isDisjoint(with: columns + fieldColumns) }

  var result: Set<Int> {
    filled.intersection(columns).subtracting(hasDecimalCommas ? marks.withPoint : marks.withComma)
  }
}
