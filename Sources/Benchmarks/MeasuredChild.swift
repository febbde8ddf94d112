import DiaryStore
import Foundation
import Interchange

/// Work done in a process of its own, so that its peak memory is its alone.
enum MeasuredChild {
  static let flag = "--child"

  struct Measurement {
    let seconds: Double
    /// The largest resident set, in MB (10^6 bytes).
    let peakMegabytes: Double
    let output: String
  }

  /// Runs this program again with the given work.
  static func measure(_ arguments: String...) throws -> Measurement {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = [flag] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    let start = ContinuousClock.now
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(arguments: arguments) }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let peak = output.split(separator: "\n").last.flatMap { Double($0) } ?? 0
    return Measurement(seconds: seconds, peakMegabytes: peak / 1e6, output: output)
  }

  struct Failure: Error {
    let arguments: [String]
  }

  /// The work of the child; its last line is its peak memory in bytes.
  static func run(_ arguments: ArraySlice<String>) throws {
    let words = Array(arguments)
    switch words.first {
    case "migrate": _ = try Diary.open(at: words[1])
    case "import": try ImportBenchmark.importFile(words[1], into: words[2])
    default: throw Failure(arguments: words)
    }
    print(peakBytes())
  }

  /// `VmHWM`, the largest resident set so far.
  private static func peakBytes() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    let kilobytes = line?.split(whereSeparator: { " \t".contains($0) }).dropFirst().first.flatMap { Int($0) }
    return (kilobytes ?? 0) * 1024
  }
}
