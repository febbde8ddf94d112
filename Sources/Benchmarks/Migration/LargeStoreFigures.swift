import FixtureStores
import Foundation
import TestSupport

/// A diary with large photos; the migration must not depend on their size.
struct LargeStoreFigures {
  private let programs: [MigratingProgram]
  private let runs: Int
  /// Bytes of an image; the second is ten times the first.
  private let imageSizes: (small: Int, large: Int)
  private let folder: TemporaryFolder

  init(_ scale: BenchmarkScale, _ programs: [MigratingProgram]) throws {
    self.programs = programs
    runs = scale.of(5, quick: 3)
    let small = scale.of(296_000, quick: 20_000)
    imageSizes = (small, small * 10)
    folder = try TemporaryFolder()
  }

  func figures() throws -> [Figure] {
    var small = try Runs(imageSizes.small, in: folder)
    var large = try Runs(imageSizes.large, in: folder)
    note(
      """
      migration: \(small.size.bytesText) and \(large.size.bytesText), \(runs) times in turn by \
      \(programs.map(\.name).joined(separator: ", "))
      """)
    for run in 0..<runs {
      for program in programs { try measure(program, &small, &large, largeFirst: run % 2 == 0) }
    }
    note("migration: plain SQL copies all rows")
    let copySeconds = try copiedRows(of: large.original)
    note("migration: every photo's SHA-256")
    let differences = try migratedOnceMore(large.original, large.expected)
    let correctness = CorrectnessFigures.figure(
      "fields, photo order and SHA-256s, V1 store of \(large.size.bytesText)", differences)
    try FileManager.default.removeItem(atPath: large.original)
    return times(large, copySeconds) + memory(small, large) + growth(small, large) + scaling(small, large)
      + [correctness]
  }

  /// A store, and the measurements on its copies.
  private struct Runs {
    let original: String
    let expected: [ExpectedBeer]
    let size: Int
    var measurements: [MigratingProgram: [MeasuredChild.Measurement]] = [:]
    var largestGrowth = -Double.infinity

    init(_ imageSize: Int, in folder: TemporaryFolder) throws {
      original = folder.file("\(imageSize).sqlite")
      expected = try LegacyStoreRecipe.diary(photoByteCount: imageSize).write(to: original)
      let attributes = try FileManager.default.attributesOfItem(atPath: original)
      size = (attributes[.size] as? NSNumber)?.intValue ?? 0
    }

    mutating func measure(_ program: MigratingProgram, on store: MeasuredStore) throws {
      measurements[program, default: []].append(try program.migrate(store))
      largestGrowth = max(largestGrowth, Double(store.size) / Double(size) - 1)
    }

    func seconds(_ program: MigratingProgram) -> Double {
      (measurements[program] ?? []).map(\.seconds).median
    }

    func peak(_ program: MigratingProgram) -> Double {
      (measurements[program] ?? []).map(\.peakMegabytes).max() ?? .nan
    }
  }
}

extension LargeStoreFigures {
  /// Migrates a copy of each store.
  ///
  /// Both copies are made first, because writing gigabytes changes the state of the machine's memory, which must affect
  /// both equally.
  private func measure(
    _ program: MigratingProgram, _ small: inout Runs, _ large: inout Runs, largeFirst: Bool
  ) throws {
    let copies = try (
      small: MeasuredStore(copyOf: small.original, at: small.original + "-copy"),
      large: MeasuredStore(copyOf: large.original, at: large.original + "-copy")
    )
    if largeFirst { try large.measure(program, on: copies.large) }
    try small.measure(program, on: copies.small)
    if !largeFirst { try large.measure(program, on: copies.large) }
    try copies.small.remove()
    try copies.large.remove()
  }

  private func copiedRows(of original: String) throws -> Double {
    let runs = try MeasuredStore.eachTime(1, copying: original) { store in
      try SQLiteShell.run(PlainSQL.copyOfAllRows, on: store.path)
    }
    return runs.map(\.seconds).median
  }

  private func migratedOnceMore(_ original: String, _ expected: [ExpectedBeer]) throws -> Differences {
    try MeasuredStore.eachTime(1, copying: original) { store in
      _ = try MeasuredChild.migrate(store.path)
      return try Differences(between: expected, andStore: store.path)
    }[0]
  }
}

extension LargeStoreFigures {
  private func times(_ large: Runs, _ copySeconds: Double) -> [Figure] {
    programs.map { program in
      let seconds = large.seconds(program)
      return .atMost(
        0.01, "V1, 1,000 beers, 1,180 photos, \(large.size.bytesText): time of \(program.name)",
        value: seconds / copySeconds, target: "1/100 or less of a plain-SQL copy of all rows",
        measured:
          "\(seconds.secondsText) against \(copySeconds.secondsText): 1/\((copySeconds / seconds).text(0))")
    }
  }

  private func memory(_ small: Runs, _ large: Runs) -> [Figure] {
    programs.map { program in
      let peaks = (small.peak(program), large.peak(program))
      return .atMost(
        40, "peak memory of \(program.name), \(small.size.bytesText) and \(large.size.bytesText)",
        value: max(peaks.0, peaks.1), target: "40 MB or less, the same for both",
        measured: "\(peaks.0.text(1)) MB and \(peaks.1.text(1)) MB")
    }
  }

  private func growth(_ small: Runs, _ large: Runs) -> [Figure] {
    let growths = [small.largestGrowth, large.largestGrowth].map { String(format: "%+.2f%%", $0 * 100) }
    return [
      .atMost(
        0.01, "size of file + -wal after closing, \(small.size.bytesText) and \(large.size.bytesText)",
        value: max(small.largestGrowth, large.largestGrowth), target: "+1% or less",
        measured: growths.joined(separator: " and "))
    ]
  }

  private func scaling(_ small: Runs, _ large: Runs) -> [Figure] {
    programs.map { program in
      let seconds = (small.seconds(program), large.seconds(program))
      return .atMost(
        1.3, "time of \(program.name) with each image ten times larger", value: seconds.1 / seconds.0,
        target: "1.3 times or less",
        measured:
          "\(seconds.0.secondsText), \(seconds.1.secondsText): \((seconds.1 / seconds.0).text(2)) times")
    }
  }
}
