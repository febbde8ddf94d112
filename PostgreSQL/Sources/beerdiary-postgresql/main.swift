import Glibc
import ObjectTables

let usage = """
  Stores the objects of synchronized diaries in a PostgreSQL database, for beerdiary.

    beerdiary-postgresql setup [ROLE…]              create the tables; give roles a diary
    beerdiary-postgresql list [--after NUMBER] [PREFIX]
    beerdiary-postgresql get FOLDER                 names on standard input
    beerdiary-postgresql put                        lines of a name, a space and a path on standard input
    beerdiary-postgresql delete                     names on standard input
    beerdiary-postgresql listen [--after NUMBER] [--every SECONDS]

  The variable BEERDIARY_POSTGRESQL_URL has the URL of the database: postgresql://ROLE@HOST/DATABASE. Passwords are best
  kept in ~/.pgpass.
  """

do {
  var program = Program(Array(CommandLine.arguments.dropFirst()))
  try program.run()
} catch let error as DatabaseError {
  print(error.message, to: STDERR_FILENO)
  exit(error.kind.rawValue)
} catch {
  print("\(error)", to: STDERR_FILENO)
  exit(DatabaseError.Kind.other.rawValue)
}

/// The program, with its arguments.
struct Program {
  private var arguments: [String]

  init(_ arguments: [String]) { self.arguments = arguments }

  mutating func run() throws {
    let command = arguments.isEmpty ? "" : arguments.removeFirst()
    switch command {
    case "--help", "-h", "help":
      print(usage, to: STDOUT_FILENO)
    case "setup":
      if let option = arguments.first(where: { $0.hasPrefix("-") }) { throw Self.unexpected(option) }
      try Setup.run(Self.connect(), roles: arguments)
    case "list":
      let after = try number("--after")
      let prefix = try last() ?? ""
      guard ObjectName.isValidPrefix(prefix) else { throw Self.invalidName(prefix) }
      let objects = try DiaryObjects(Self.connect())
      let output = Output()
      if let after {
        try objects.list(after: after) { if $0.name.hasPrefix(prefix) { try output.append($0) } }
      } else {
        try objects.list(prefix, object: output.append)
      }
      try output.flush()
    case "get":
      guard let folder = try last() else { throw Self.missing("FOLDER") }
      let names = try Self.lines().map(Self.validName)
      try DiaryObjects(Self.connect()).get(names, into: folder)
    case "put":
      try none()
      let files = try Self.lines().map { line in
        guard let space = line.firstIndex(of: " ") else { throw Self.missing("the path after \(line)") }
        return (try Self.validName(String(line[..<space])), String(line[line.index(after: space)...]))
      }
      try DiaryObjects(Self.connect()).put(files)
    case "delete":
      try none()
      let names = try Self.lines().map(Self.validName)
      try DiaryObjects(Self.connect()).delete(names)
    case "listen":
      let after = try number("--after")
      let seconds = try number("--every") ?? 10
      try none()
      guard (1...86_400).contains(seconds) else { throw Self.unexpected("--every \(seconds)") }
      let objects = try DiaryObjects(Self.connect())
      let output = Output()
      try objects.listen(after: after ?? objects.lastSequence, every: seconds, until: STDOUT_FILENO) {
        try output.append($0)
        try output.flush()
      }
    default:
      throw command.isEmpty ? Self.missing("the command") : Self.unexpected(command)
    }
  }

  // MARK: - Arguments and input

  /// Removes an option with a number, and returns it; `nil` if it is not there.
  private mutating func number(_ option: String) throws -> Int? {
    guard let index = arguments.firstIndex(of: option) else { return nil }
    guard arguments.indices.contains(index + 1), let number = Int(arguments[index + 1]), number >= 0 else {
      throw Self.missing("the number after \(option)")
    }
    arguments.removeSubrange(index...(index + 1))
    return number
  }

  private func none() throws {
    if let argument = arguments.first { throw Self.unexpected(argument) }
  }

  /// Returns the only argument that is left; `nil` if there is none.
  private func last() throws -> String? {
    if arguments.count > 1 { throw Self.unexpected(arguments[1]) }
    if let option = arguments.first, option.hasPrefix("-") { throw Self.unexpected(option) }
    return arguments.first
  }

  private static func lines() -> [String] {
    var lines: [String] = []
    while let line = readLine() { lines.append(line) }
    return lines
  }

  private static func validName(_ name: String) throws -> String {
    guard ObjectName.isValid(name) else { throw invalidName(name) }
    return name
  }

  private static func connect() throws -> Connection {
    guard let url = getenv("BEERDIARY_POSTGRESQL_URL") else { throw missing("BEERDIARY_POSTGRESQL_URL") }
    return try Connection(String(cString: url))
  }

  private static func missing(_ name: String) -> DatabaseError {
    DatabaseError(.usage, "Missing: \(name). See: beerdiary-postgresql --help")
  }

  private static func unexpected(_ argument: String) -> DatabaseError {
    DatabaseError(.usage, "Unexpected: \(argument). See: beerdiary-postgresql --help")
  }

  private static func invalidName(_ name: String) -> DatabaseError {
    DatabaseError(.usage, "This is not a valid name of an object: \(name)")
  }
}

/// Prints objects to standard output, in large pieces.
final class Output {
  private var bytes: [UInt8] = []

  /// Adds a line with the sequence number, the size and the name of an object.
  func append(_ object: ListedObject) throws {
    bytes += "\(object.sequence) \(object.size) \(object.name)\n".utf8
    if bytes.count >= 64 << 10 { try flush() }
  }

  func flush() throws {
    try bytes.withUnsafeBytes { try writeAll($0, to: STDOUT_FILENO, "standard output") }
    bytes.removeAll(keepingCapacity: true)
  }
}

/// Prints a line.
func print(_ text: String, to descriptor: Int32) {
  var text = text + "\n"
  // Nothing can be done if it fails.
  text.withUTF8 { try? writeAll(UnsafeRawBufferPointer($0), to: descriptor, "") }
}
