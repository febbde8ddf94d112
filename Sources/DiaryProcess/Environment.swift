import Glibc

/// The environment variables.
package struct Environment: Sendable {
  /// The variables of this process.
  ///
  /// Variables are looked up one by one, because copying all of them is slow and the program needs only a few.
  package static let process = Environment(variables: nil)

  /// The variables; `nil` for those of this process.
  private let variables: [String: String]?

  private init(variables: [String: String]?) { self.variables = variables }

  /// Creates an environment with only these variables.
  package init(_ variables: [String: String]) { self.init(variables: variables) }

  /// Returns the value of a variable; `nil` if it is not set.
  package subscript(variable: EnvironmentVariable) -> String? {
    guard let variables else { return getenv(variable.rawValue).map { String(cString: $0) } }
    return variables[variable.rawValue]
  }
}
