import FixtureStores
import Foundation

/// Stores of the iOS app on their way to the current version, against the same work in plain SQL.
///
/// All of it runs on copies that lie in the page cache and are flushed to the disk before the clock starts.
enum MigrationBenchmark {
  static func figures(_ scale: BenchmarkScale) throws -> [Figure] {
    let programs = MigratingProgram.all
    if programs.count == 1 { note("beerdiary is not built beside the Benchmarks: measured without it") }
    return try LargeStoreFigures(scale, programs).figures()
      + ManyRowsFigures(scale, programs).figures()
      + CorrectnessFigures(scale).figures()
  }
}

/// A way to bring a store up to date, in a process of its own.
struct MigratingProgram: Hashable {
  let name: String
  /// `nil` for `Diary.open` in this program.
  private let path: String?

  /// `Diary.open`, and the whole of `beerdiary --migrate-only` where that is built.
  static var all: [MigratingProgram] {
    let open = MigratingProgram(name: "`Diary.open`", path: nil)
    let whole = BuiltProgram.beerdiary.map { MigratingProgram(name: "`beerdiary --migrate-only`", path: $0) }
    return [open, whole].compactMap { $0 }
  }

  func migrate(_ store: MeasuredStore) throws -> MeasuredChild.Measurement {
    guard let path else { return try MeasuredChild.migrate(store.path) }
    return try MeasuredChild.program(path, ["--migrate-only", "--store", store.path])
  }
}
