import Foundation

/// The programs that this one is compared with in the same run.
enum OtherPrograms {
  private static let programs: [(name: String, arguments: [String])] = [
    ("sqlite3", ["--version"]), ("sqlite-utils", ["--version"]), ("jp2a", ["--version"]),
    ("chafa", ["--version"]),
    ("visidata", ["--version"]),
  ]

  /// A sentence with their versions, such as `sqlite3 3.40.1`; those that are not installed are named as missing.
  static var sentence: String {
    let versions = programs.map { name, arguments in
      "\(name) \(version(of: name, arguments) ?? "(not installed)")"
    }
    return "Compared in the same run with " + versions.joined(separator: ", ") + "."
  }

  /// The first number with dots in what the program prints; `nil` if it cannot be started.
  private static func version(of name: String, _ arguments: [String]) -> String? {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [name] + arguments
    process.standardOutput = output
    process.standardError = output
    guard (try? process.run()) != nil else { return nil }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0, let match = text.firstMatch(of: /\d+(\.\d+)+/) else { return nil }
    return String(match.output.0)
  }
}
