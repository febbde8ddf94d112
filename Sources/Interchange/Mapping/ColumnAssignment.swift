import DiaryModel
import DiaryStore
import Foundation

/// What a column is, as the user says with `--map Column=field`.
package struct ColumnAssignment: Hashable, Sendable {
  /// The column's name, as the user writes it.
  package let column: String
  /// What the column is.
  package let role: ColumnMapping.Role

  /// Creates an assignment; whether there is such a column is checked when a file is read.
  package init(column: String, role: ColumnMapping.Role) {
    self.column = column
    self.role = role
  }

  /// Reads `Column=field`; `nil` if the field is not one of `ColumnMapping.Role.names`.
  package init?(_ text: String) {
    guard let sign = text.lastIndex(of: "=") else { return nil }
    let column = String(text[..<sign])
    guard !column.isEmpty, let role = ColumnMapping.Role(named: String(text[text.index(after: sign)...]))
    else { return nil }
    self.init(column: column, role: role)
  }

  /// Returns the assignments that result in the same roles, without roles that users cannot choose.
  package static func chosen(_ header: Header, _ roles: [ColumnMapping.Role]) -> [ColumnAssignment] {
    zip(header.names, roles).filter(\.1.canBeChosen).map { ColumnAssignment(column: $0, role: $1) }
  }
}

extension ColumnMapping.Role {
  /// Reads the name of a field, a usual heading of its column, `extra`, `extra:NAME` or `ignore`; `nil` for any other text.
  package init?(named name: String) {
    if name.hasPrefix(Self.customPrefix) {
      let custom = name.dropFirst(Self.customPrefix.count).trimmingCharacters(in: .whitespaces)
      guard !FilterKeyword.folded(custom).isEmpty, CustomFieldName.builtInField(named: custom) == nil,
        custom.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
      else { return nil }
      self = .custom(custom)
      return
    }
    let key = Header.key(name)
    if let other = Self.others[key] {
      self = other
      return
    }
    let fields = BeerField.mappable
    guard !key.isEmpty,
      let field = fields.first(where: { Header.key($0.rawValue) == key })
        ?? fields.first(where: { Dialect.plain.keys(of: $0).contains(Header.fieldKey(name)) })
    else { return nil }
    self = .field(field)
  }

  /// The name under which users choose the role; also for roles that cannot be chosen.
  package var name: String {
    switch self {
    case .field(let field): field.rawValue
    case .extra: "extra"
    case .custom(let name): Self.customPrefix + name
    case .ignored: "ignore"
    }
  }

  /// Whether users can choose the role.
  var canBeChosen: Bool { Self(named: name) == self }

  /// Whether the column becomes a custom field.
  package var isCustomField: Bool {
    switch self {
    case .extra, .custom: true
    case .field, .ignored: false
    }
  }

  private static let customPrefix = "extra:"

  private static let others: [String: Self] = ["extra": .extra, "ignore": .ignored]

  /// The names of the roles that users can choose.
  package static var names: [String] { BeerField.mappable.map(\.rawValue) + others.keys.sorted() }

  /// Returns a sentence, without a full stop, about a name that is not one of `names`.
  package static func refusal(of name: String) -> String {
    let meant = Spelling.nearest(to: name, among: names).map { " (did you mean “\($0)”?)" } ?? ""
    return "“\(SafeText.sanitized(name, limit: 30))” is not a field\(meant)"
  }
}

// MARK: - Applying assignments

extension ColumnMapping {
  /// Returns the roles that were assigned; `nil` for the other columns.
  static func assigned(_ header: Header, saved: SavedMapping?, assignments: [ColumnAssignment])
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

  static func customName(_ column: Int, _ header: Header, _ role: Role?) -> String {
    if case .custom(let name) = role { name } else { header.names[column] }
  }
}
