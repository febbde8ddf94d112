import Foundation
import TestSupport

/// Measures the program's performance and prints the document `docs/benchmarks.md`.
///
///     swift run -c release Benchmarks [migration] [import] [labels] [interface] [extras] [telemetry] [photos] [sync]
///       [--quick]
///
/// Other programs are measured in the same run, on the same files. Progress is printed on standard error.
@main
enum Benchmarks {
  private static let suites: [(name: String, run: @Sendable (BenchmarkScale) throws -> [Figure])] = [
    ("migration", { try MigrationBenchmark.figures($0) }), ("import", { try ImportBenchmark.figures($0) }),
    ("labels", { try MenuBenchmark.figures($0) }),
    ("interface", { try InterfaceBenchmark.figures($0) }), ("extras", { try ExtrasBenchmark.figures($0) }),
    ("telemetry", { try TelemetryBenchmark.figures($0) }), ("photos", photoFigures),
    ("sync", { try SyncBenchmark.figures($0) }),
  ]

  @Sendable private static func photoFigures(_ scale: BenchmarkScale) throws -> [Figure] {
    let figures = try PhotoStoreBenchmark.figures(scale)
    #if PictureCodecs
      return figures + (try PhotoBenchmark.figures(scale))
    #else
      return figures
    #endif
  }

  static func main() throws {
    TemporaryFolder.stayOnDisk()
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == MeasuredChild.flag {
      try MeasuredChild.run(arguments.dropFirst())
      return
    }
    let names = arguments.filter { $0 != BenchmarkScale.quickFlag }
    let chosen = names.isEmpty ? suites : suites.filter { names.contains($0.name) }
    guard names.allSatisfy({ name in suites.contains { $0.name == name } }) else {
      note(
        "Choose from: \(suites.map(\.name).joined(separator: ", ")); \(BenchmarkScale.quickFlag) for a try.")
      exit(64)
    }
    let machine = Machine.current.sentence
    let scale: BenchmarkScale = names.count == arguments.count ? .full : .quick
    let measured = try chosen.map { BenchmarkReport.Suite(name: $0.name, figures: try $0.run(scale)) }
    print(
      BenchmarkReport(
        machine: machine, otherPrograms: OtherPrograms.sentence, scale: scale, suites: measured
      ).markdown
    )
  }
}

/// The sizes of the stores and files.
enum BenchmarkScale {
  case full
  /// Small sizes, to try the benchmarks themselves.
  case quick

  static let quickFlag = "--quick"

  func of(_ full: Int, quick: Int) -> Int { self == .full ? full : quick }
}

/// Prints progress on standard error.
func note(_ text: String) {
  FileHandle.standardError.write(Data((text + "\n").utf8))
}
