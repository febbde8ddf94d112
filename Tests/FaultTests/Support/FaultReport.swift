import Foundation
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
    let process = Process()
    let output = Pipe()
    process.executableURL = BuiltFolder.url.appending(path: "FaultWorker")
    process.arguments = words
    // A crash is a finding that is named; its backtrace would take seconds.
    process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    let status = try await ended(process)
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    guard status == 0 else {
      throw WorkerFailure(
        description: "FaultWorker \(words.joined(separator: " ")) ended with status \(status)")
    }
    return data
  }

  private static func ended(_ process: Process) async throws -> Int32 {
    try await withCheckedThrowingContinuation { continuation in
      process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
      do { try process.run() } catch { continuation.resume(throwing: error) }
    }
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
