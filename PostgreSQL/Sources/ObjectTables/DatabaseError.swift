import Glibc

/// An error with a sentence for the user, and a kind for programs.
package struct DatabaseError: Error, Equatable, Sendable {
  /// What went wrong; the raw value is the exit status of the program.
  package enum Kind: Int32, Sendable {
    /// Anything that is not listed here.
    case other = 1
    /// No server answers and accepts changes, or the connection was lost.
    case unreachable = 10
    /// The server refuses the role or the password.
    case authentication = 11
    case noDatabase = 12
    /// The tables are missing or older than this program.
    case notSetUp = 13
    /// The role has no diary in this database, or may not do this.
    case permission = 14
    /// The server's disk is full.
    case diskFull = 15
    /// A newer version of this program has set the database up.
    case newerVersion = 16
    /// The server cannot do this now, because it is starting, ending, overloaded or read-only.
    case busy = 17
    /// A file of this computer cannot be read or written.
    case file = 18
    /// The arguments, the input, or the URL are not valid.
    case usage = 64
  }

  package let kind: Kind

  /// A whole sentence in one line.
  package let message: String

  /// The condition that the server reported, as PostgreSQL's documentation lists them; `nil` if it is not of the server.
  package let state: String?

  package init(_ kind: Kind, _ message: String, state: String? = nil) {
    self.kind = kind
    self.message = message
    self.state = state
  }

  /// Creates an error from the message of a server or of libpq.
  ///
  /// - Parameters:
  ///   - state: The SQLSTATE of the server; `nil` if there was none.
  ///   - message: May be in any language and have several lines.
  ///   - role: The name of the role that is connected or wanted to be.
  ///   - database: The name of the database.
  init(state: String?, message: String, role: String, database: String) {
    let message = Self.line(message)
    let kind = Self.kind(of: state)
    let text =
      switch kind {
      case .unreachable: "The PostgreSQL server cannot be reached: \(message)"
      case .authentication where state == "28P01": "The server does not accept the password of \(role)."
      case .authentication: "The server does not let \(role) in: \(message)"
      case .noDatabase: "There is no database \(database) on the server."
      case .notSetUp: Self.notSetUp
      case .permission: "\(role) has no diary in this database, or may not do this: \(message)"
      case .diskFull: "The server's disk is full."
      case .busy: "The server cannot do this now: \(message)"
      default: "The server reports an error: \(message)"
      }
    self.init(kind, text, state: state)
  }

  static let notSetUp =
    "The database is not set up for diaries. Its administrator does that with: beerdiary-postgresql setup"

  static func noDiary(of role: String) -> DatabaseError {
    DatabaseError(
      .permission,
      "\(role) has no diary in this database. Its administrator adds one with: beerdiary-postgresql setup \(role)"
    )
  }

  /// Creates an error of a system call on a file from `errno`.
  static func file(_ path: String, _ code: Int32) -> DatabaseError {
    DatabaseError(.file, "\(line(path)): \(String(cString: strerror(code))).")
  }

  private static func kind(of state: String?) -> Kind {
    guard let state else { return .unreachable }
    return switch state {
    case "3D000": .noDatabase
    case "3F000", "42P01": .notSetUp
    case "42501": .permission
    case "53100": .diskFull
    // A serialization failure, a deadlock, a lock that another transaction has for too long, a standby.
    case "40001", "40P01", "55P03", "25006", "25P03": .busy
    default:
      switch state.prefix(2) {
      case "08": .unreachable
      case "28": .authentication
      // The server has no resources, or an operator ends it.
      case "53", "57": .busy
      default: .other
      }
    }
  }

  /// Returns a text in one line, without control characters and the parts in which libpq gives details.
  private static func line(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    let safe = String(
      String.UnicodeScalarView(line.unicodeScalars.filter { $0.properties.generalCategory != .control }))
    return safe.last == "." || safe.isEmpty ? safe : safe + "."
  }
}
