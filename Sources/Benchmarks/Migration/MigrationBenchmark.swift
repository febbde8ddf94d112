import FixtureStores
import Foundation

/// Migrating stores of the iOS app, compared with the same work in plain SQL.
///
/// All measurements use copies that are in the page cache and were flushed to the disk.
enum MigrationBenchmark {
  static func figures(_ scale: BenchmarkScale) throws -> [Figure] {
    let programs = MigratingProgram.all
    if programs.count == 1 { note("beerdiary is not built, so it is not measured") }
    return try LargeStoreFigures(scale, programs).figures()
      + ManyRowsFigures(scale, programs).figures()
      + CorrectnessFigures(scale).figures()
  }
}

/// A way to migrate a store, in its own process.
struct MigratingProgram: Hashable {
  let name: String
  /// `nil` for `Diary.open` in this program.
  private let path: String?

  /// `Diary.open`, and the whole of `beerdiary --migrate-only` if it is built.
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
