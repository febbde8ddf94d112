import FixtureStores
import Foundation

/// A store with very many rows: what the migration does for each, against bare SQL, and beside a living screen.
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
    note("migration: \(recipe.beerCount.grouped) beers, \(runs) times in bare SQL and by each program")
    return try againstBareSQL(original) + answers(original)
  }

  private func againstBareSQL(_ original: String) throws -> [Figure] {
    let statements = try PlainSQL.sameSteps(inFolder: folder)
    var photoCount = 0
    let bare = try MeasuredStore.eachTime(runs, copying: original) { store in
      let seconds = try SQLiteShell.run(statements, on: store.path).seconds
      photoCount = try rows(of: store)
      return seconds
    }.median
    return try programs.map { program in
      let seconds = try MeasuredStore.eachTime(runs, copying: original) { store in
        let seconds = try program.migrate(store).seconds
        guard try rows(of: store) == photoCount else { throw OtherWork() }
        return seconds
      }.median
      return .atMost(
        1.5, "\(recipe.beerCount.grouped) beers, \(photoCount.grouped) small photos: time of \(program.name)",
        value: seconds / bare, reach: "1.5 times the bare SQL statements of the same steps or less",
        measured: "\(seconds.secondsText) against \(bare.secondsText): \((seconds / bare).text(2)) times")
    }
  }

  /// The peer did something else, so a comparison would say nothing.
  private struct OtherWork: Error {}

  private func rows(of store: MeasuredStore) throws -> Int {
    let file = try SQLiteFile(store.path)
    defer { file.close() }
    let counts = try file.rows("SELECT (SELECT count(*) FROM beer), (SELECT count(*) FROM photo)")
    guard let row = counts.first, Int(row[0]) == recipe.beerCount, let photos = Int(row[1]) else {
      throw OtherWork()
    }
    return photos
  }
}

extension ManyRowsFigures {
  private func answers(_ original: String) throws -> [Figure] {
    let name = "interface during the migration: from a key pressed to the screen answering"
    let reach = "50 ms at the 99th percentile, 100 ms at most"
    guard let program = BuiltProgram.beerdiary else {
      return [Figure(name, reach: reach, measured: "not measured: beerdiary is not built")]
    }
    note("migration: keys pressed while it runs")
    let times = try MeasuredStore.eachTime(runs, copying: original) { store in
      try AnswerTimes(program: program, store: store.path, home: folder.path).measure()
    }.flatMap { $0 }
    let milliseconds = times.map { $0 * 1000 }
    let (percentile, longest) = (milliseconds.percentile(99), milliseconds.max() ?? .nan)
    let measured = """
      \(percentile.text(1)) ms and \(longest.text(1)) ms, median \(milliseconds.median.text(1)) ms \
      (\(times.count) keys in \(runs) migrations)
      """
    return [Figure(name, reach: reach, measured: measured, isReached: percentile <= 50 && longest <= 100)]
  }
}
