import CPostgreSQL
import Glibc

/// A connection to a PostgreSQL server.
package final class Connection {
  private let connection: OpaquePointer

  /// The role that the connection was made with.
  package let role: String

  package let database: String

  /// Connects to a server.
  ///
  /// Waits 10 seconds for each address of the server. If the URL names several servers, connects to the one that
  /// accepts changes. What the URL leaves out comes from the environment and from `~/.pgpass`, as for all programs
  /// that use libpq.
  ///
  /// - Parameter url: Begins with `postgresql://` or `postgres://`.
  /// - Throws: ``DatabaseError``.
  package init(_ url: String) throws {
    guard url.hasPrefix("postgresql://") || url.hasPrefix("postgres://"), Self.isValid(url) else {
      // libpq's message would contain the URL, and that may contain a password.
      throw DatabaseError(.usage, "The URL of the database is not valid.")
    }
    // What comes later prevails.
    let parameters: [(keyword: String, value: String)] = [
      ("connect_timeout", "10"), ("keepalives_idle", "30"), ("keepalives_interval", "10"),
      ("keepalives_count", "3"), ("tcp_user_timeout", "30000"), ("target_session_attrs", "read-write"),
      ("fallback_application_name", "beerdiary"), ("dbname", url), ("client_encoding", "UTF8"),
    ]
    let keywords = CStrings(parameters.map(\.keyword))
    let values = CStrings(parameters.map(\.value))
    let started = withExtendedLifetime((keywords, values)) {
      PQconnectStartParams(keywords.pointers, values.pointers, 1)
    }
    guard let connection = started else {
      throw DatabaseError(.other, "There is not enough memory.")
    }
    self.connection = connection
    // With this, messages of the server have its error codes, also of a server that speaks another language. It must be
    // set before connecting. PQreset then connects with the timeout, and to each address.
    PQsetErrorVerbosity(connection, PQERRORS_VERBOSE)
    PQreset(connection)
    role = String(optional: PQuser(connection)) ?? ""
    database = String(optional: PQdb(connection)) ?? ""
    guard PQstatus(connection) == CONNECTION_OK else {
      if PQconnectionNeedsPassword(connection) == 1 {
        throw DatabaseError(
          .authentication, "The server asks for the password of \(role). Add it to ~/.pgpass, with mode 600.")
      }
      let (state, message) = Self.connectionFailure(String(optional: PQerrorMessage(connection)) ?? "")
      // libpq's own messages, which are not translated here.
      if state == nil,
        ["session is read-only", "server is in hot standby mode"].contains(where: message.contains)
      {
        throw DatabaseError(.busy, "The server accepts no changes now, because it is read-only or a standby.")
      }
      throw DatabaseError(state: state, message: message, role: role, database: database)
    }
    PQsetErrorVerbosity(connection, PQERRORS_DEFAULT)
    PQsetNoticeProcessor(connection, { _, _ in }, nil)
    // A computer that goes to sleep in the middle of a change must not keep others from changing the diary. A server that
    // does not know a setting works without it.
    attempt("SET idle_in_transaction_session_timeout = 60000")
    attempt("SET lock_timeout = 90000")
  }

  deinit { PQfinish(connection) }

  /// The socket, to wait for notifications.
  var socket: Int32 { PQsocket(connection) }

  /// Runs a statement that returns no rows.
  ///
  /// - Returns: The number of rows that were changed.
  @discardableResult
  func execute(_ sql: String, _ values: [Value] = []) throws -> Int {
    try send(sql, values)
    return try results { _ in }
  }

  /// Runs a statement that not every server has, and ignores its failure.
  func attempt(_ sql: String) { _ = try? execute(sql) }

  /// Runs a query, and calls a function with each row as it arrives.
  ///
  /// Values of the type `text` are UTF-8, those of the type `bytea` their bytes.
  func query(_ sql: String, _ values: [Value] = [], row: (Row) throws -> Void) throws {
    try send(sql, values)
    PQsetSingleRowMode(connection)
    try results(row: row)
  }

  /// Runs statements in one transaction, with one answer of the server for all of them.
  ///
  /// - Parameter body: Passes each statement to the function that it gets. It may take its time and memory to make the
  ///   next one after the last was sent.
  func transaction(_ body: ((String, [Value]) throws -> Void) throws -> Void) throws {
    guard PQenterPipelineMode(connection) == 1 else { throw lastError() }
    try send("BEGIN ISOLATION LEVEL READ COMMITTED", [])
    var count = 2
    try body { sql, values in
      try send(sql, values)
      count += 1
    }
    try send("COMMIT", [])
    guard PQpipelineSync(connection) == 1 else { throw lastError() }
    var failure: DatabaseError?
    for _ in 0..<count {
      do {
        try results { _ in }
      } catch let error as DatabaseError {
        // Statements after the first failure are not run.
        failure = failure ?? error
      }
    }
    if let synchronization = PQgetResult(connection) { PQclear(synchronization) }
    guard PQexitPipelineMode(connection) == 1 else { throw failure ?? lastError() }
    guard let failure else { return }
    attempt("ROLLBACK")
    throw failure
  }

  /// Returns a name in quotation marks.
  func quoted(_ name: String) throws -> String {
    guard let text = PQescapeIdentifier(connection, name, name.utf8.count) else { throw lastError() }
    defer { PQfreemem(text) }
    return String(cString: text)
  }

  /// Reads what has arrived, and returns whether there were notifications.
  ///
  /// - Throws: ``DatabaseError`` if the connection was lost.
  func receiveNotifications() throws -> Bool {
    guard PQconsumeInput(connection) == 1 else { throw lastError() }
    var isNotified = false
    while let notification = PQnotifies(connection) {
      PQfreemem(notification)
      isNotified = true
    }
    return isNotified
  }

  // MARK: -

  private func send(_ sql: String, _ values: [Value]) throws {
    let texts = CStrings(
      values.map { value in
        switch value {
        case .text(let text): text
        case .integer(let number): String(number)
        case .bytes: nil
        }
      })
    var pointers: [UnsafePointer<CChar>?] = []
    var lengths: [Int32] = []
    var formats: [Int32] = []
    for (value, text) in zip(values, texts.pointers) {
      if case .bytes(let bytes) = value {
        // An empty buffer may have no address, which would be NULL.
        let address = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        pointers.append(address ?? texts.empty)
        lengths.append(Int32(bytes.count))
        formats.append(1)
      } else {
        pointers.append(text)
        lengths.append(0)
        formats.append(0)
      }
    }
    let isSent = withExtendedLifetime(texts) {
      PQsendQueryParams(connection, sql, Int32(values.count), nil, pointers, lengths, formats, 1) == 1
    }
    guard isSent else { throw lastError() }
  }

  /// Reads the results of a statement to its end.
  @discardableResult
  private func results(row: (Row) throws -> Void) throws -> Int {
    var failure: DatabaseError?
    var count = 0
    while let result = PQgetResult(connection) {
      defer { PQclear(result) }
      switch PQresultStatus(result) {
      case PGRES_COMMAND_OK:
        count = String(optional: PQcmdTuples(result)).flatMap { Int($0) } ?? 0
      case PGRES_SINGLE_TUPLE, PGRES_TUPLES_OK:
        for index in 0..<PQntuples(result) { try row(Row(result: result, index: index)) }
      case PGRES_PIPELINE_ABORTED:
        failure = failure ?? DatabaseError(.other, "The statement was not run.")
      default:
        failure = failure ?? error(of: result)
      }
    }
    if let failure { throw failure }
    if PQstatus(connection) == CONNECTION_BAD { throw lastError() }
    return count
  }

  private func error(of result: OpaquePointer) -> DatabaseError {
    guard let state = String(optional: PQresultErrorField(result, Int32(UInt8(ascii: "C")))) else {
      return lastError()
    }
    let message = String(optional: PQresultErrorField(result, Int32(UInt8(ascii: "M")))) ?? ""
    return DatabaseError(state: state, message: message, role: role, database: database)
  }

  /// The error of a call that failed without a result.
  private func lastError() -> DatabaseError {
    let message = String(optional: PQerrorMessage(connection)) ?? ""
    guard PQstatus(connection) == CONNECTION_BAD else {
      return DatabaseError(
        .other, "The connection reports an error: \(message.split(separator: "\n").first ?? "").")
    }
    return DatabaseError(state: nil, message: message, role: role, database: database)
  }

  private static func isValid(_ url: String) -> Bool {
    guard let options = PQconninfoParse(url, nil) else { return false }
    PQconninfoFree(options)
    return true
  }

  /// An attempt to connect: the condition that the server reported, `nil` if it did not, and its message.
  typealias Attempt = (state: String?, message: String)

  /// Splits the message of a failed connection, such as `connection to server at "x" failed: FATAL:  28P01: password …`.
  static func connectionFailure(_ message: String) -> Attempt {
    var failure: Attempt = (nil, message)
    // Of several servers, the one that has answered is reported.
    for attempts in attempts(in: message) {
      // Without `sslmode`, libpq tries again without TLS whatever went wrong, and then lacks an entry in pg_hba.conf.
      let first =
        attempts.first { $0.state != nil && $0.state != noEntry } ?? attempts.first { $0.state == nil }
        ?? attempts.first
      if let first, first.state != nil { failure = first }
    }
    return failure
  }

  /// The condition that a server reports if pg_hba.conf has no entry for a connection.
  private static let noEntry = "28000"

  /// Returns the attempts to connect to each server, in their order.
  private static func attempts(in message: String) -> [[Attempt]] {
    var servers: [Substring] = []
    var attempts: [Substring: [Attempt]] = [:]
    for line in message.split(separator: "\n") {
      let end = line.firstRange(of: " failed: ")
      // libpq before version 14 does not name the server.
      let server = line[..<(end?.lowerBound ?? line.startIndex)]
      let attempt = attempt(in: line[(end?.upperBound ?? line.startIndex)...])
      // The rest are details.
      if end == nil, attempt.state == nil { continue }
      if attempts[server] == nil { servers.append(server) }
      attempts[server, default: []].append(attempt)
    }
    return servers.compactMap { attempts[$0] }
  }

  private static func attempt(in text: Substring) -> Attempt {
    let words = text.split(separator: " ")
    let index = words.firstIndex { word in
      word.utf8.count == 6 && word.last == ":" && word.first?.isNumber == true
        && word.dropLast().allSatisfy { $0.isASCII && ($0.isNumber || $0.isUppercase) }
    }
    guard let index else { return (nil, String(text)) }
    return (String(words[index].dropLast()), words[(index + 1)...].joined(separator: " "))
  }
}

/// A value of a statement.
enum Value {
  case text(String)
  case integer(Int)
  /// Bytes that exist until the statement was sent.
  case bytes(UnsafeRawBufferPointer)

  /// An array of texts without quotation marks, backslashes, commas, braces and spaces, such as names of objects.
  static func names(_ names: some Sequence<String>) -> Value {
    .text("{" + names.joined(separator: ",") + "}")
  }
}

/// A row of a result, valid during the call of the function that gets it.
struct Row {
  fileprivate let result: OpaquePointer
  fileprivate let index: Int32

  /// The bytes in a column; empty if it is null.
  func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(
      start: PQgetvalue(result, index, column), count: Int(PQgetlength(result, index, column)))
  }

  func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }

  func isNull(_ column: Int32) -> Bool { PQgetisnull(result, index, column) == 1 }

  /// A number that the query has converted to text.
  func integer(_ column: Int32) throws -> Int {
    guard let number = Int(text(column)) else {
      throw DatabaseError(.other, "The server sent something that is not a number.")
    }
    return number
  }
}

/// Texts as C has them, followed by a null pointer.
private final class CStrings {
  private let copies: [UnsafeMutablePointer<CChar>?]
  let empty: UnsafePointer<CChar>?

  init(_ texts: [String?]) {
    copies = texts.map { $0.flatMap { strdup($0) } } + [nil, strdup("")]
    empty = copies.last?.map { UnsafePointer($0) }
  }

  deinit { for copy in copies { free(copy) } }

  var pointers: [UnsafePointer<CChar>?] { copies.dropLast().map { $0.map { UnsafePointer($0) } } }
}

extension String {
  fileprivate init?(optional text: UnsafePointer<CChar>?) {
    guard let text else { return nil }
    self.init(cString: text)
  }
}
