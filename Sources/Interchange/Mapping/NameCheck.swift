import DiaryModel

/// Finds beers without a name, and names that rows of spreadsheets have which are not beers: lines with totals, and the
/// second line of column names.
struct NameCheck {
  enum Result: Hashable {
    case missing
    /// It may be that of a total or a column.
    case unlikely
  }

  /// See `Header.key(_:)`.
  private static let totals: Set = [
    "total", "totals", "grandtotal", "subtotal", "sum", "summe", "gesamt", "gesamtsumme", "insgesamt",
    "zwischensumme", "totaal", "subtotaal", "totaux", "soustotal", "somme", "totale", "suma", "totalt",
  ]

  /// The keys of the columns with names.
  private let headings: Set<String>

  init(_ mapping: ColumnMapping) {
    // The names in an export are those of a diary.
    let columns = mapping.dialect == .beerDiary ? [] : mapping.columns(of: .name)
    headings = Set(columns.map { mapping.header.keys[$0] })
  }

  /// Returns what is wrong with the name of a beer; `nil` if nothing is.
  func result(for beer: BeerFields) -> Result? {
    guard let name = beer.name, name.contains(where: { !$0.isWhitespace }) else { return .missing }
    // A row with a date is a beer.
    if headings.isEmpty || beer.drunkAt != nil { return nil }
    let key = Header.key(name)
    return headings.contains(key) || beer.brewery == nil && Self.totals.contains(key) ? .unlikely : nil
  }
}
