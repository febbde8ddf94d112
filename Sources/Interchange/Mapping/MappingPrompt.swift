import Foundation

/// Asks the user for the role of each column, one after the other.
///
///     var prompt = MappingPrompt(header, roles: roles)
///     while let column = prompt.column { problem = prompt.answer(readLine() ?? "") }
package struct MappingPrompt {
  /// Why an answer was not accepted.
  package enum Problem: Hashable, Sendable {
    /// There is no such field; the value is a sentence without a full stop.
    case unknown(String)
    /// Another column, with this name, already has this field.
    case taken(by: String)
    /// All columns were answered, and none is the beer's name; the first is asked again.
    case noName
  }

  private let header: Header
  /// The role of each column: as answered, or as proposed for those without an answer.
  package private(set) var roles: [ColumnMapping.Role]
  /// The column to answer next, from 0; `nil` after the last.
  package private(set) var column: Int? = 0

  /// Creates a prompt that begins with the first column.
  ///
  /// - Parameter roles: The roles that are proposed.
  package init(_ header: Header, roles: [ColumnMapping.Role]) {
    self.header = header
    self.roles = roles
    column = roles.isEmpty ? nil : 0
  }

  /// Accepts an answer and moves to the next column: empty for the proposal, `-` for a custom field, or a role.
  ///
  /// - Returns: Why the answer was not accepted; `nil` if it was.
  package mutating func answer(_ text: String) -> Problem? {
    guard let column else { return nil }
    switch text.trimmingCharacters(in: .whitespaces) {
    case "": break
    case "-": roles[column] = .extra
    case let name:
      guard let role = ColumnMapping.Role(named: name) else {
        return .unknown(ColumnMapping.Role.refusal(of: name))
      }
      if case .field = role, let other = roles[..<column].firstIndex(of: role) {
        return .taken(by: header.names[other])
      }
      // A proposal for a later column loses its field.
      if case .field = role {
        for other in roles.indices where roles[other] == role { roles[other] = .extra }
      }
      roles[column] = role
    }
    self.column = column + 1 < roles.count ? column + 1 : nil
    guard self.column == nil, !roles.contains(.field(.name)) else { return nil }
    self.column = 0
    return .noName
  }

  /// The roles that users can choose, with the names of their columns.
  package var assignments: [ColumnAssignment] { ColumnAssignment.chosen(header, roles) }
}
