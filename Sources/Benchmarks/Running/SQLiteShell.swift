import Foundation

/// The `sqlite3` shell, which runs plain SQL to compare with.
enum SQLiteShell {
  static let path = "/usr/bin/sqlite3"

  struct Missing: Error, CustomStringConvertible {
    var description: String { "\(SQLiteShell.path) is not installed. `make bench` installs it." }
  }

  /// Runs statements on a store, including the shell's start, with the shell's default settings.
  static func run(_ sql: String, on store: String) throws -> MeasuredChild.Measurement {
    guard FileManager.default.isExecutableFile(atPath: path) else { throw Missing() }
    let script = store + ".sql"
    try sql.write(toFile: script, atomically: false, encoding: .utf8)
    defer { unlink(script) }
    return try MeasuredChild.program(
      path, ["-init", "/dev/null", "-batch", "-bail", store, ".read \(script)"])
  }

  /// Such as `SQLite 3.40.1`; `nil` without a shell.
  static var version: String? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = ["--version"]
    let pipe = Pipe()
    process.standardOutput = pipe
    guard (try? process.run()) != nil else { return nil }
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return output.split(separator: " ").first.map { "SQLite \($0)" }
  }
}
