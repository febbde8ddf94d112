import FixtureStores
import Foundation
import TestSupport

/// A store with very many rows: the migration compared with plain SQL, and the interface's response times during it.
struct ManyRowsFigures {
  private let recipe: LegacyStoreRecipe
  private let programs: [MigratingProgram]
  private let runs: Int
  private let folder: TemporaryFolder

  init(_ scale: BenchmarkScale, _ programs: [MigratingProgram]) throws {
    self.programs = programs
    recipe = .manyRows(scale)
    runs = scale.of(5, quick: 3)
    folder = try TemporaryFolder()
  }

  func figures() throws -> [Figure] {
    let original = folder.file("rows.sqlite")
    _ = try recipe.write(to: original)
    note("migration: \(recipe.beerCount.grouped) beers, \(runs) times in plain SQL and by each program")
    return try comparedWithPlainSQL(original) + responseTimes(original)
  }

  /// Runs plain SQL and the programs in turns, so that other load on the machine affects them equally.
  private func comparedWithPlainSQL(_ original: String) throws -> [Figure] {
    let statements = try PlainSQL.sameSteps(inFolder: folder)
    let migrations = [{ try SQLiteShell.run(statements, on: $0.path) }] + programs.map { $0.migrate }
    let rounds = try (0..<runs).map { _ in try migrations.map { try measured($0, onCopyOf: original) } }
    return programs.indices.map { index in
      figure(programs[index], bare: rounds.map { $0[0] }, own: rounds.map { $0[index + 1] })
    }
  }

  private func measured(
    _ work: (MeasuredStore) throws -> MeasuredChild.Measurement, onCopyOf original: String
  ) throws -> MeasuredChild.Measurement {
    try MeasuredStore.eachTime(1, copying: original) { store in
      let measurement = try work(store)
      guard try rows(of: store) == [recipe.beerCount, recipe.photoCount] else { throw RowCountMismatch() }
      return measurement
    }[0]
  }

  private func figure(
    _ program: MigratingProgram, bare: [MeasuredChild.Measurement], own: [MeasuredChild.Measurement]
  ) -> Figure {
    let bareTime = bare.map(\.seconds).median
    let time = own.map(\.seconds).median
    let processor = own.map(\.processorSeconds).median / bare.map(\.processorSeconds).median
    let rows = "\(recipe.beerCount.grouped) beers, \(recipe.photoCount.grouped) small photos"
    return .atMost(
      1.5, "\(rows): time of \(program.name)", value: time / bareTime,
      target: "1.5 times the bare SQL statements of the same steps or less",
      measured: """
        \(time.secondsText) against \(bareTime.secondsText): \((time / bareTime).text(2)) times \
        (processor time \(processor.text(2)) times)
        """)
  }

  /// A migration wrote another number of rows, so its time cannot be compared.
  private struct RowCountMismatch: Error {}

  private func rows(of store: MeasuredStore) throws -> [Int] {
    let file = try SQLiteFile(store.path)
    defer { file.close() }
    return try ["beer", "photo"].map { Int(try file.rows("SELECT count(*) FROM \($0)")[0][0]) ?? 0 }
  }
}

extension ManyRowsFigures {
  private func responseTimes(_ original: String) throws -> [Figure] {
    let name = "interface during the migration: from a key to the screen"
    let target = "50 ms at the 99th percentile, 100 ms at most"
    guard let program = BuiltProgram.beerdiary else {
      return [Figure(name, target: target, measured: "not measured: beerdiary is not built")]
    }
    note("migration: keys pressed while it runs")
    let times = try MeasuredStore.eachTime(runs, copying: original) { store in
      try MigrationResponseTimes(program: program, store: store.path, home: folder.path).measure()
    }.flatMap { $0 }
    guard !times.isEmpty else { throw MigrationResponseTimes.NoResponse() }
    let milliseconds = times.map { $0 * 1000 }
    let percentile = milliseconds.percentile(99)
    let longest = milliseconds.max() ?? .nan
    let measured = """
      \(percentile.text(1)) ms and \(longest.text(1)) ms, median \(milliseconds.median.text(1)) ms \
      (\(times.count) keys in \(runs) migrations)
      """
    return [Figure(name, target: target, measured: measured, isReached: percentile <= 50 && longest <= 100)]
  }
}
