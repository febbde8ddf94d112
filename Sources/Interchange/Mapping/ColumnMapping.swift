import DiaryModel

/// The meaning of each column of a file.
package struct ColumnMapping: Hashable, Sendable {
  /// What a column is.
  package enum Role: Hashable, Sendable {
    /// A field of the beer, or a part of one.
    case field(BeerField)
    /// A custom field with the column's name.
    case extra
    /// A custom field with another name.
    case custom(String)
    /// The column is not imported.
    case ignored
  }

  /// The program that wrote the file.
  package let dialect: Dialect
  /// The column names.
  package let header: Header
  /// One for each column, in the file's order.
  package let roles: [Role]
  /// What the rows are.
  package let contents: FileContents

  /// Assigns roles to the columns of a header.
  ///
  /// If several columns could be the same field, the one with the most certain name is; the others are custom fields.
  ///
  /// - Parameters:
  ///   - saved: Roles with precedence over the names of columns; the file must have the columns that are fields.
  ///   - assignments: Roles with precedence over all others.
  /// - Throws: `.mappingDoesNotFit`, `.noSuchColumn`, `.sameField`, `.noNameColumn` or `.onlyBreweries`.
  init(_ header: Header, saved: SavedMapping? = nil, assignments: [ColumnAssignment] = [])
    throws(ImportError)
  {
    let assigned = try Self.assigned(header, saved: saved, assignments: assignments)
    contents = FileContents(header, assigned: assigned)
    roles = Self.completed(assigned, header, contents)
    guard roles.contains(.field(.name)) else {
      throw contents == .breweries
        ? .onlyBreweries(columns: header.names) : .noNameColumn(columns: header.names)
    }
    dialect = Dialect(header)
    self.header = header
  }

  /// Returns the roles by the names alone; none may be the beer's name.
  package static func proposal(for header: Header) -> [Role] {
    let assigned = [Role?](repeating: nil, count: header.names.count)
    return completed(assigned, header, FileContents(header, assigned: assigned))
  }

  /// Returns the roles of columns; none may be the beer's name.
  ///
  /// - Throws: `.mappingDoesNotFit`, `.noSuchColumn` or `.sameField`.
  package static func roles(_ header: Header, saved: SavedMapping?, assignments: [ColumnAssignment])
    throws(ImportError) -> [Role]
  {
    let assigned = try assigned(header, saved: saved, assignments: assignments)
    return completed(assigned, header, FileContents(header, assigned: assigned))
  }

  /// Returns the roles that were assigned; `nil` for the other columns.
  private static func assigned(_ header: Header, saved: SavedMapping?, assignments: [ColumnAssignment])
    throws(ImportError) -> [Role?]
  {
    var roles = [Role?](repeating: nil, count: header.names.count)
    if let saved { try assign(saved, header, &roles) }
    try assign(assignments, header, &roles)
    try requireDistinctNames(header, roles)
    return roles
  }

  private static func assign(_ saved: SavedMapping, _ header: Header, _ roles: inout [Role?])
    throws(ImportError)
  {
    let missing = saved.missingColumns(in: header)
    guard missing.isEmpty else {
      throw .mappingDoesNotFit(saved.name, missing: missing, columns: header.names)
    }
    try assign(
      saved.assignments.filter { header.column(named: $0.column) != nil }, header, &roles)
  }

  /// Applies assignments; a column that was given a field before loses it to the newly assigned one.
  private static func assign(_ assignments: [ColumnAssignment], _ header: Header, _ roles: inout [Role?])
    throws(ImportError)
  {
    var assigned: [Role: Int] = [:]
    for assignment in assignments {
      guard let index = header.column(named: assignment.column) else {
        throw .noSuchColumn(assignment.column, columns: header.names)
      }
      if case .field(let field) = assignment.role {
        if let other = assigned[assignment.role], other != index, !header.areOneMember(other, index) {
          throw .sameField(field.rawValue, columns: [header.names[other], header.names[index]])
        }
        for other in roles.indices where roles[other] == assignment.role && !header.areOneMember(other, index)
        {
          roles[other] = nil
        }
        assigned[assignment.role] = index
      }
      roles[index] = assignment.role
    }
  }

  /// Throws if a custom field has the name of another column, whose values may become a custom field of that name, too.
  private static func requireDistinctNames(_ header: Header, _ roles: [Role?]) throws(ImportError) {
    for (column, role) in roles.enumerated() {
      guard case .custom(let name) = role else { continue }
      let other = roles.indices.first { other in
        guard other != column, roles[other] != .ignored else { return false }
        return FilterKeyword.areSame(name, customName(other, header, roles[other]))
      }
      if let other {
        throw .sameField(Role.custom(name).name, columns: [header.names[other], header.names[column]])
      }
    }
  }

  private static func customName(_ column: Int, _ header: Header, _ role: Role?) -> String {
    if case .custom(let name) = role { name } else { header.names[column] }
  }

  /// Returns the name of the custom field that a column becomes, or that holds its values that cannot be read.
  func customName(_ column: Int) -> String { Self.customName(column, header, roles[column]) }

  /// Gives columns without a role the one that their name suggests.
  private static func completed(_ roles: [Role?], _ header: Header, _ contents: FileContents) -> [Role] {
    let dialect = Dialect(header)
    var roles = roles
    let ignored = dialect == .beerDiary ? addedColumns.union(derivedColumns) : addedColumns
    for index in roles.indices where ignored.contains(header.keys[index]) { roles[index] = .ignored }
    for field in BeerField.all
    where !roles.contains(.field(field)) && (field != .drunkAt || contents.hasDrunkBeers) {
      let candidates = dialect.keys(of: field).lazy.compactMap { key in
        header.fieldKeys.indices.first { header.fieldKeys[$0] == key && roles[$0] == nil }
      }
      if let index = candidates.first { roles[index] = .field(field) }
    }
    for index in roles.indices where roles[index] == nil {
      roles[index] = sharedField(of: index, roles, header, dialect).map { .field($0) }
    }
    return roles.map { $0 ?? .extra }
  }

  /// Returns the text field of another column that is the same member of JSON.
  ///
  /// Some records may have `"brewery": "X"` and others `"brewery": {"name": "X"}`.
  private static func sharedField(of column: Int, _ roles: [Role?], _ header: Header, _ dialect: Dialect)
    -> BeerField?
  {
    BeerField.texts.first { field in
      guard let other = roles.firstIndex(of: .field(field)) else { return false }
      return header.areOneMember(column, other)
        && dialect.keys(of: field).contains(header.fieldKeys[column])
    }
  }

  /// The columns that this program adds to a file: why a row was rejected, and that formulas are escaped.
  private static let addedColumns: Set = [
    Header.key(RejectedRows.problemColumn), Header.key(FormulaEscaping.column),
  ]

  /// The keys of a beer in JSON that are of one diary or follow from the others.
  private static let derivedColumns = Set(["id", "photo_count"].map(Header.key))

  /// Whether formulas in the file's cells are escaped.
  var hasEscapedFormulas: Bool {
    dialect == .beerDiary && header.keys.contains(Header.key(FormulaEscaping.column))
  }

  /// Returns the column that holds a field, from 0, or the first if several do; `nil` if there is none.
  package func column(of field: BeerField) -> Int? { roles.firstIndex(of: .field(field)) }

  /// Whether the file has custom fields that are not known of its format; `false` if the format does not name them.
  var hasUnknownColumns: Bool {
    !dialect.knownKeys.isEmpty && extraColumns.contains { !dialect.knownKeys.contains(header.keys[$0]) }
  }

  /// The columns that are custom fields, from 0.
  package var extraColumns: [Int] { roles.indices.filter { roles[$0].isCustomField } }
}
