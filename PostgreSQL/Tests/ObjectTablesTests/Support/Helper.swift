import Foundation

/// The program, as another program starts it.
final class Helper {
  private let process = Process()
  private let output = Pipe()
  private let errors = Pipe()
  private var received = Data()

  /// Next to the program of the tests.
  static let path = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "beerdiary-postgresql").path

  struct Result: Equatable {
    let status: Int32
    let output: String
    let errors: String
  }

  /// Starts the program with lines on its standard input.
  ///
  /// - Parameter memory: The maximum size of its address space, in kilobytes; `nil` for no limit.
  init(_ arguments: [String], input: [String] = [], url: String?, memory: Int? = nil) throws {
    let limit = memory.map { "ulimit -v \($0); " } ?? ""
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", limit + "exec \"$0\" \"$@\"", Self.path] + arguments
    var environment = ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent"]
    environment["BEERDIARY_POSTGRESQL_URL"] = url
    process.environment = environment
    let lines = Pipe()
    process.standardInput = lines
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    try lines.fileHandleForWriting.write(contentsOf: Data(input.map { $0 + "\n" }.joined().utf8))
    try lines.fileHandleForWriting.close()
  }

  var id: Int32 { process.processIdentifier }

  func wait() throws -> Result {
    let output = try output.fileHandleForReading.readToEnd() ?? Data()
    let errors = try errors.fileHandleForReading.readToEnd() ?? Data()
    return Result(
      status: exitStatus, output: String(decoding: output, as: UTF8.self),
      errors: String(decoding: errors, as: UTF8.self))
  }

  /// The exit status, or 128 and the number of the signal that ended the program; waits for its end.
  var exitStatus: Int32 {
    process.waitUntilExit()
    return process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
  }

  /// Returns the next line of the output; `nil` at its end.
  func line() -> String? {
    while true {
      if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
        defer { received = Data(received[(end + 1)...]) }
        return String(decoding: received[..<end], as: UTF8.self)
      }
      let bytes = output.fileHandleForReading.availableData
      guard !bytes.isEmpty else { return nil }
      received += bytes
    }
  }

  /// Closes the reading end of the output.
  func closeOutput() throws { try output.fileHandleForReading.close() }

  func kill() { Foundation.kill(id, SIGKILL) }

  /// Runs the program to its end.
  static func run(_ arguments: [String], input: [String] = [], url: String?) throws -> Result {
    try Helper(arguments, input: input, url: url).wait()
  }
}

/// Waits until a condition is true.
func waitUntil(_ condition: () throws -> Bool) async throws {
  while try !condition() { try await Task.sleep(for: .milliseconds(10)) }
}
