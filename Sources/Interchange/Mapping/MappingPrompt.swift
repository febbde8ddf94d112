import DiaryStore
import Foundation

/// Asks a person column by column what each one is.
///
///     var interview = MappingPrompt(mapping)
///     while let column = interview.column { problem = interview.answer(readLine()) }
package struct MappingPrompt {
  package enum Problem: Hashable, Sendable {
    /// No field is called so: a sentence without a full stop.
    case unknown(String)
    /// Another column is this field already.
    case taken(by: String)
    /// All were asked for, and none is the beer's name: it begins anew.
    case noName
  }

  private let header: Header
  /// What each column is, as far as it was asked for; what it would be for the rest.
  package private(set) var roles: [ColumnMapping.Role]
  /// The column that is asked for, from 0; `nil` where all were.
  package private(set) var column: Int? = 0

  /// - Parameter roles: What the columns are without an answer.
  package init(_ header: Header, roles: [ColumnMapping.Role]) {
    self.header = header
    self.roles = roles
    column = roles.isEmpty ? nil : 0
  }

  /// Takes an answer and goes on: nothing for what is proposed, `-` for a custom field, or what the column is.
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
      // What was only proposed for a column to come gives way.
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

  /// What was said, of columns that can be said to be something.
  package var assignments: [ColumnAssignment] { ColumnAssignment.chosen(header, roles) }
}
