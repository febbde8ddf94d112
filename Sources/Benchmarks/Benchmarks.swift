import Foundation

/// Measures what performance claims are made with: `swift run -c release Benchmarks [migration|import]`.
@main
enum Benchmarks {
  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == MeasuredChild.flag {
      try MeasuredChild.run(arguments.dropFirst())
      return
    }
    let suites: [(name: String, run: () throws -> Void)] = [
      ("migration", MigrationBenchmark.run), ("import", ImportBenchmark.run),
    ]
    let chosen = arguments.isEmpty ? suites : suites.filter { arguments.contains($0.name) }
    guard !chosen.isEmpty else {
      FileHandle.standardError.write(
        Data("Choose from: \(suites.map(\.name).joined(separator: ", ")).\n".utf8))
      exit(64)
    }
    for suite in chosen {
      print("## \(suite.name)")
      try suite.run()
    }
  }
}
