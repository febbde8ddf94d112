import Glibc

/// The variables that the program was started with.
package struct Environment: Sendable {
  /// The variables of this process.
  ///
  /// They are looked up one by one: a start needs a few, and a copy of all of them takes longer than everything else
  /// that it reads. The program itself never sets one, which another thread could then not read.
  package static let process = Environment(variables: nil)

  /// `nil` for those of this process.
  private let variables: [String: String]?

  private init(variables: [String: String]?) { self.variables = variables }

  /// An environment with these variables and no others.
  package init(_ variables: [String: String]) { self.init(variables: variables) }

  /// The value of a variable; `nil` if it is not set.
  package subscript(variable: EnvironmentVariable) -> String? {
    guard let variables else { return getenv(variable.rawValue).map { String(cString: $0) } }
    return variables[variable.rawValue]
  }
}
