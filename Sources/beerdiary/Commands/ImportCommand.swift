import ArgumentParser
import DiaryStore
import DiaryUI
import Foundation
import Interchange
import Telemetry

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Add the beers of a CSV file to the diary.",
    discussion: """
      Columns are found by their names: Untappd's export, beer catalogues, and plain names such as name, brewery,
      style, abv, rating, notes, place, date. Other columns become custom fields. A file that was imported before adds
      nothing. Rows that cannot be read are reported and left out, and the exit status is 65.

      EXAMPLES:
        beerdiary import untappd.csv
        zcat beers.csv.gz | beerdiary import -
      """)

  @OptionGroup var options: StoreOptions

  @Argument(help: ArgumentHelp("The CSV file, or - for standard input.", valueName: "file"))
  var file: String

  func validate() throws {
    if file.isEmpty { throw ValidationError("import wants the path of a CSV file, or - for standard input.") }
  }

  func run() throws {
    let source = try input()
    let isNewDiary = !FileManager.default.fileExists(atPath: options.storePath)
    let opened = try OpenedDiary(options, createsMissing: true)
    defer { opened.recorder.flush() }
    let start = ContinuousClock.now
    let summary = try run(source, into: opened.diary)
    opened.recorder.record(Signal(summary, duration: ContinuousClock.now - start))
    try finish(summary, ImportReport(summary, newDiary: isNewDiary ? opened.diary.path : nil))
  }

  private func input() throws -> ByteInput {
    do {
      return file == "-" ? ByteInput(descriptor: 0, name: "standard input") : try ByteInput(path: file)
    } catch {
      throw CommandFailure(error)
    }
  }

  private func run(_ source: ByteInput, into diary: Diary) throws -> ImportSummary {
    // A pipe ends when Ctrl-C reaches its other side, perhaps within a row: there the signal ends the program at once.
    let isStoppable = source.totalBytes != nil
    let progress = ProgressLine()
    var rejections = RejectionReport()
    defer {
      progress.end()
      rejections.end()
    }
    do throws(ImportError) {
      guard isStoppable else { return try importRows(of: source, into: diary, progress, &rejections) }
      return try InterruptNotice.during { () throws(ImportError) in
        try importRows(of: source, into: diary, progress, &rejections)
      }
    } catch {
      throw CommandFailure(error)
    }
  }

  private func importRows(
    of source: ByteInput, into diary: Diary, _ progress: ProgressLine, _ rejections: inout RejectionReport
  ) throws(ImportError) -> ImportSummary {
    try Importer(into: diary).importCSV(
      from: source, onProgress: { progress.show($0) },
      onRejected: { row in
        progress.end()
        rejections.show(row)
      }, isCancelled: { InterruptNotice.hasCome })
  }

  /// Says what was done, and throws what the exit status is to tell of it.
  private func finish(_ summary: ImportSummary, _ report: ImportReport) throws {
    let console = Console.standardOutput
    for line in report.lines { console.line(line) }
    console.flush()
    if summary.wasCancelled {
      Console.standardError.line(report.stopped)
      throw EndedBySignal(signal: .interrupt)
    }
    if summary.rejectedCount > 0 { throw ExitStatus.badData }
  }
}

extension CommandFailure {
  /// What an import error means for the user and for scripts.
  init(_ error: ImportError) {
    switch error {
    case .store(let error): self.init(sentence: error.sentence, status: ExitStatus(error))
    case .notFound: self.init(sentence: error.message ?? "", status: .noInput)
    case .permissionDenied: self.init(sentence: error.message ?? "", status: .noPermission)
    case .unreadable: self.init(sentence: error.message ?? "", status: .inputOutput)
    case .isFolder, .empty, .binary, .brokenHeader, .noNameColumn:
      self.init(sentence: error.message ?? "", status: .badData)
    }
  }
}

extension Signal {
  init(_ summary: ImportSummary, duration: Duration) {
    self = .imported(
      dialect: ImportDialect(summary.dialect), added: CountBucket(summary.addedCount),
      skipped: CountBucket(summary.knownCount + summary.repeatedCount),
      rejected: CountBucket(summary.rejectedCount), duration: duration)
  }
}

extension ImportDialect {
  fileprivate init(_ dialect: Dialect) {
    self =
      switch dialect {
      case .untappd: .untappd
      case .catalogue: .catalogue
      case .plain: .plain
      }
  }
}
