import Foundation
import TestSupport
import Testing

/// What a run of `FaultWorker` found.
struct FaultReport: Decodable {
  let cases: Int
  /// Cases in which something was made to go wrong, or a damaged store was refused.
  let fired: Int
  /// A sentence for each case that went wrong, with the words that run it again.
  let failures: [String]
  let notes: [String: Int]

  struct WorkerFailure: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs the worker, which is next to the tests, to its end.
  init(_ words: String...) async throws {
    let output = try await Self.output(of: words)
    self = try JSONDecoder().decode(FaultReport.self, from: output)
  }

  /// Each failure is an issue of its own.
  func expectNoFailure(sourceLocation: SourceLocation = #_sourceLocation) {
    for failure in failures { Issue.record("FaultWorker \(failure)", sourceLocation: sourceLocation) }
  }

  /// What the worker writes to standard output.
  static func output(of words: [String]) async throws -> Data {
    let command = "FaultWorker \(words.joined(separator: " "))"
    let process = Process()
    let output = Pipe()
    process.executableURL = BuiltFolder.url.appending(path: "FaultWorker")
    process.arguments = words
    // A crash is a finding that is named; its backtrace would take seconds.
    process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    // Longer than the worker waits for one of its own processes. All cases together may take hours.
    let patience = Patience(silence: 300, longest: .max)
    do {
      try await waitUntil(
        "\(command) ends", patience: patience,
        progress: { "\(ProcessorTime.ofTree(process.processIdentifier))" }
      ) { !process.isRunning }
    } catch {
      kill(process.processIdentifier, SIGKILL)
      throw error
    }
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    guard process.terminationStatus == 0 else {
      throw WorkerFailure(description: "\(command) ended with status \(process.terminationStatus)")
    }
    return data
  }
}

/// Where the build puts the programs: next to the tests.
enum BuiltFolder {
  static let url = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()

  static var program: String {
    ProcessInfo.processInfo.environment["BEERDIARY_PROGRAM"] ?? url.appending(path: "beerdiary").path
  }
}

/// How much is run: a sample with every test run, everything with `make faults`.
enum FaultDepth {
  static let isFull = ProcessInfo.processInfo.environment["BEERDIARY_FAULTS"] == "full"
  /// How long processes write to one diary at the same time; `nil` for a moment.
  static let contentionSeconds = ProcessInfo.processInfo.environment["BEERDIARY_CONTENTION"].flatMap {
    Int($0)
  }
}
