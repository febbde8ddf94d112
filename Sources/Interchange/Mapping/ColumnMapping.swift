/// Which column goes where.
package struct ColumnMapping: Hashable, Sendable {
  package enum Role: Hashable, Sendable {
    case field(BeerField)
    /// Kept in `extras` under the column's name.
    case extra
    /// Left out.
    case ignored
  }

  package let dialect: Dialect
  package let header: Header
  /// One for each column, in the file's order.
  package let roles: [Role]

  /// Understands a header.
  ///
  /// Where several columns could be the same field, the surest name has it and the others become extras.
  ///
  /// - Parameter assignments: What the user says of columns, which goes before their names.
  init(_ header: Header, assignments: [ColumnAssignment] = []) throws(ImportError) {
    let dialect = Dialect(header)
    var roles = [Role?](repeating: nil, count: header.names.count)
    for assignment in assignments {
      guard let index = header.column(named: assignment.column) else {
        throw .noSuchColumn(assignment.column, columns: header.names)
      }
      roles[index] = assignment.role
    }
    for index in roles.indices where Self.ownMarks.contains(header.keys[index]) { roles[index] = .ignored }
    for field in BeerField.allCases where !roles.contains(.field(field)) {
      let candidates = field.keys(in: dialect).lazy.compactMap { key in
        header.keys.indices.first { header.keys[$0] == key && roles[$0] == nil }
      }
      if let index = candidates.first { roles[index] = .field(field) }
    }
    guard roles.contains(.field(.name)) else { throw .noNameColumn(columns: header.names) }
    self.dialect = dialect
    self.header = header
    self.roles = roles.map { $0 ?? .extra }
  }

  /// Columns that this program writes for itself: why a row was rejected, and that cells are guarded.
  private static let ownMarks: Set = [
    Header.key(RejectedRows.problemColumn), Header.key(SpreadsheetGuard.column),
  ]

  /// Whether the file has cells that are guarded against spreadsheets taking them for formulas.
  var isGuarded: Bool { dialect == .own && header.keys.contains(Header.key(SpreadsheetGuard.column)) }

  /// The column that holds a field, from 0.
  package func column(of field: BeerField) -> Int? { roles.firstIndex(of: .field(field)) }

  /// The columns that become extras.
  package var extraColumns: [Int] { roles.indices.filter { roles[$0] == .extra } }
}

/// What the user says a column is: `Column=field`.
package struct ColumnAssignment: Hashable, Sendable {
  package let column: String
  package let role: ColumnMapping.Role

  /// Reads `Column=field`; the field is one of `names`.
  ///
  /// `nil` where it is none.
  package init?(_ text: String) {
    guard let sign = text.lastIndex(of: "=") else { return nil }
    let name = Header.key(String(text[text.index(after: sign)...]))
    let column = String(text[..<sign])
    let field = BeerField.mappable.first { Header.key($0.rawValue) == name }
    guard !column.isEmpty, let role = field.map(ColumnMapping.Role.field) ?? Self.others[name] else {
      return nil
    }
    self.column = column
    self.role = role
  }

  private static let others: [String: ColumnMapping.Role] = ["extra": .extra, "ignore": .ignored]

  /// What may stand behind the sign.
  package static var names: [String] { BeerField.mappable.map(\.rawValue) + others.keys.sorted() }
}
