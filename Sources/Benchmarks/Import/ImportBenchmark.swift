import DiaryStore
import FixtureStores
import Foundation
import Interchange
import TestSupport

/// Importing a million check-ins, importing them again, exporting them and undoing the import.
///
/// Importing and exporting are compared with other programs, undoing with importing.
enum ImportBenchmark {
  static func figures(_ scale: BenchmarkScale) throws -> [Figure] {
    let folder = try TemporaryFolder()
    let rows = scale.of(1_000_000, quick: 20_000)
    let file = CheckInFile(path: folder.file("untappd.csv"), rowCount: rows)
    note("import: writing \(rows.grouped) rows")
    try file.write()
    let small = CheckInFile(path: folder.file("small.csv"), rowCount: rows / 10)
    try small.write()
    let few = try MeasuredChild.importFile(small.path, into: folder.file("small.sqlite"))
    let store = folder.file("diary.sqlite")
    let pairs = try importPairs(file.path, into: store, count: scale.of(5, quick: 1), folder: folder)
    guard let first = pairs.last?.own else { throw CocoaError(.fileReadCorruptFile) }
    note("import: again into the same diary")
    let second = try MeasuredChild.importFile(file.path, into: store)
    note("import: with other programs")
    let withoutLabels = try ImportBaselines.shellImport(file.path, withLabels: false, folder: folder)
    let utils = try ImportBaselines.sqliteUtils(file.path, folder: folder)
    let what = "\(rows.grouped) check-ins, \(file.byteCount.bytesText)"
    let reader = try readerFigure(file)
    return [
      newDiaryFigure(what, pairs),
      .atMost(
        0.5, "the same, against SQL that gives the beers no labels",
        value: first.seconds / withoutLabels.seconds,
        target: "half or less", measured: compared(first, withoutLabels)),
      utilsFigure(what, first, utils),
      .atMost(
        0.5, "\(what): again into the same diary", value: second.seconds / first.seconds,
        target: "half of the first time or less",
        measured: "\(second.seconds.secondsText): \((second.seconds / first.seconds).text(2))"),
      .atMost(
        64, "peak memory, \((rows / 10).grouped) and \(rows.grouped) rows",
        value: max(first.peakMegabytes, second.peakMegabytes),
        target: "64 MB or less, and flat",
        measured:
          "\(few.peakMegabytes.text(0)) MB and \(first.peakMegabytes.text(0)) MB, again \(second.peakMegabytes.text(0)) MB"
      ),
      reader, try exportFigure(store, rows), try undoFigure(store, rows, first),
    ]
  }

  private typealias Pair = (own: MeasuredChild.Measurement, shell: MeasuredChild.Measurement)

  /// Imports a file into new diaries, in turns with SQLite's shell, so that changes in the machine's load affect both.
  ///
  /// The diary of the last import stays.
  private static func importPairs(
    _ file: String, into store: String, count: Int, folder: TemporaryFolder
  ) throws -> [Pair] {
    let own = {
      for suffix in ["", "-wal", "-shm"] { unlink(store + suffix) }
      return try MeasuredChild.importFile(file, into: store)
    }
    let shell = { try ImportBaselines.shellImport(file, withLabels: true, folder: folder) }
    return try (1...count).map { number in
      note("import: into a new diary, and with sqlite3, \(number) of \(count)")
      if number % 2 == 0 {
        let other = try shell()
        return (try own(), other)
      }
      return (try own(), try shell())
    }
  }

  private static func newDiaryFigure(_ what: String, _ pairs: [Pair]) -> Figure {
    let ratios = pairs.map { $0.own.seconds / $0.shell.seconds }
    let own = pairs.map(\.own.seconds).median
    let shell = pairs.map(\.shell.seconds).median
    let allRatios = ratios.sorted().map { $0.text(2) }.joined(separator: ", ")
    return .atMost(
      0.5, "\(what): into a new diary", value: ratios.median,
      target: "half of `sqlite3 .import` and `INSERT ... SELECT` into the same schema, or less",
      measured:
        "\(own.secondsText) against \(shell.secondsText), medians: \(ratios.median.text(2)) (\(allRatios))"
    )
  }

  private static func compared(_ own: MeasuredChild.Measurement, _ other: MeasuredChild.Measurement) -> String
  {
    "\(own.seconds.secondsText) against \(other.seconds.secondsText): \((own.seconds / other.seconds).text(2))"
      + " (processor time \(own.processorSeconds.secondsText) against \(other.processorSeconds.secondsText))"
  }

  private static func utilsFigure(
    _ what: String, _ own: MeasuredChild.Measurement, _ other: MeasuredChild.Measurement?
  ) -> Figure {
    let name = "\(what): into a new diary, against `sqlite-utils insert --csv`"
    let target = "a quarter of its time or less"
    guard let other else { return Figure(name, target: target, measured: "sqlite-utils is not installed") }
    return .atMost(
      0.25, name, value: own.seconds / other.seconds, target: target, measured: compared(own, other))
  }

  private static func readerFigure(_ file: CheckInFile) throws -> Figure {
    let times = try (0..<3).map { _ in try MeasuredChild.readFile(file.path) }
    let speed = Double(file.byteCount) / 1e6 / (times.map(\.processorSeconds).min() ?? .infinity)
    return Figure(
      "the CSV reader alone", target: "200 MB/s or more on one core",
      measured: "\(speed.text(0)) MB/s, peak \((times.map(\.peakMegabytes).max() ?? 0).text(0)) MB",
      isReached: speed >= 200)
  }

  private static func exportFigure(_ store: String, _ rows: Int) throws -> Figure {
    note("import: exporting")
    let own = try MeasuredChild.exportStore(store)
    let shell = try ImportBaselines.shellExport(store)
    return .atMost(
      2, "\(rows.grouped) beers exported as CSV", value: own.seconds / shell.seconds,
      target: "twice the time of `sqlite3 -csv` or less", measured: compared(own, shell))
  }

  /// Measures undoing the whole import, with a complete search index.
  private static func undoFigure(_ store: String, _ rows: Int, _ first: MeasuredChild.Measurement) throws
    -> Figure
  {
    note("import: filling the search index, then undoing the import")
    let diary = try Diary.open(at: store)
    while try diary.doBackgroundWork() != nil {}
    try diary.close()
    let undo = try MeasuredChild.undoImport(store)
    return .atMost(
      1, "\(rows.grouped) beers undone", value: undo.seconds / first.seconds,
      target: "the time of importing them or less",
      measured: "\(compared(undo, first)), peak \(undo.peakMegabytes.text(0)) MB")
  }

  // MARK: - Work in child processes

  static func undoImport(_ store: String) throws {
    let diary = try Diary.open(at: store)
    _ = try diary.undoImport()
    try diary.close()
  }

  static func readFile(_ file: String) throws {
    let reader = try CSVReader(ImportSource(path: file).open())
    var fields = 0
    while let record = try reader.next() { fields += record.fieldCount }
    guard fields > 0 else { throw CocoaError(.fileReadCorruptFile) }
  }

  static func exportStore(_ store: String) throws {
    let diary = try Diary.open(at: store)
    let output = FileHandle(forWritingAtPath: "/dev/null")
    _ = try DiaryExport(.csv).run(from: diary) { try output?.write(contentsOf: Data($0)) }
    try diary.close()
  }
}
