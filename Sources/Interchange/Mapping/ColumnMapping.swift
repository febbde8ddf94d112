/// Which column goes where.
package struct ColumnMapping: Hashable, Sendable {
  package enum Role: Hashable, Sendable {
    case field(BeerField)
    /// Kept in `extras` under the column's name.
    case extra
  }

  package let dialect: Dialect
  package let header: Header
  /// One for each column, in the file's order.
  package let roles: [Role]

  /// Understands a header.
  ///
  /// Where several columns could be the same field, the surest name has it and the others become extras.
  init(_ header: Header) throws(ImportError) {
    let dialect = Dialect(header)
    var roles = [Role](repeating: .extra, count: header.names.count)
    for field in BeerField.allCases {
      let candidates = field.keys(in: dialect).lazy.compactMap { header.keys.firstIndex(of: $0) }
      if let index = candidates.first { roles[index] = .field(field) }
    }
    guard roles.contains(.field(.name)) else { throw .noNameColumn(columns: header.names) }
    self.dialect = dialect
    self.header = header
    self.roles = roles
  }

  /// The column that holds a field, from 0.
  package func column(of field: BeerField) -> Int? { roles.firstIndex(of: .field(field)) }

  /// The columns that become extras.
  package var extraColumns: [Int] { roles.indices.filter { roles[$0] == .extra } }
}
