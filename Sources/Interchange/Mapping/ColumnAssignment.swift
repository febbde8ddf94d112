import DiaryModel
import DiaryStore

/// What the user says a column is: `Column=field`.
package struct ColumnAssignment: Hashable, Sendable {
  package let column: String
  package let role: ColumnMapping.Role

  package init(column: String, role: ColumnMapping.Role) {
    self.column = column
    self.role = role
  }

  /// Reads `Column=field`; the field is one of `ColumnMapping.Role.names`.
  ///
  /// `nil` where it is none.
  package init?(_ text: String) {
    guard let sign = text.lastIndex(of: "=") else { return nil }
    let column = String(text[..<sign])
    guard !column.isEmpty, let role = ColumnMapping.Role(named: String(text[text.index(after: sign)...]))
    else { return nil }
    self.init(column: column, role: role)
  }

  /// What the columns of a file are, as far as a person can say that.
  package static func chosen(_ header: Header, _ roles: [ColumnMapping.Role]) -> [ColumnAssignment] {
    zip(header.names, roles).filter(\.1.canBeChosen).map { ColumnAssignment(column: $0, role: $1) }
  }
}

extension ColumnMapping.Role {
  /// Reads what a person calls it: a field as it or a column of it is named, `extra` or `ignore`.
  ///
  /// `nil` where it is nothing that a column can be said to be.
  package init?(named name: String) {
    let key = Header.key(name)
    if let other = Self.others[key] {
      self = other
      return
    }
    let fields = BeerField.mappable
    guard !key.isEmpty,
      let field = fields.first(where: { Header.key($0.rawValue) == key })
        ?? fields.first(where: { $0.keys(in: .plain).contains(Header.fieldKey(name)) })
    else { return nil }
    self = .field(field)
  }

  /// What a person calls it; also for fields that nobody can choose.
  package var name: String {
    switch self {
    case .field(let field): field.rawValue
    case .extra: "extra"
    case .ignored: "ignore"
    }
  }

  /// Whether a person can say that a column is this.
  package var canBeChosen: Bool { Self(named: name) == self }

  private static let others: [String: Self] = ["extra": .extra, "ignore": .ignored]

  /// What a person can choose.
  package static var names: [String] { BeerField.mappable.map(\.rawValue) + others.keys.sorted() }

  /// What is wrong with a name that is none of them, without a full stop.
  package static func refusal(of name: String) -> String {
    let meant = Spelling.nearest(to: name, among: names).map { "; did you mean \"\($0)\"" } ?? ""
    return "\"\(SafeText.shown(name, limit: 30))\" is no field\(meant)"
  }
}
