import ArgumentParser
import DiaryStore
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

  func run() throws {
    let source = try input()
    let opened = try OpenedDiary(options, createsMissing: true)
    defer { opened.recorder.flush() }
    let start = ContinuousClock.now
    let summary = try run(source, into: opened.diary)
    opened.recorder.record(
      .imported(
        dialect: ImportDialect(summary.dialect), added: CountBucket(summary.addedCount),
        skipped: CountBucket(summary.knownCount), rejected: CountBucket(summary.rejectedCount),
        duration: ContinuousClock.now - start))
    report(summary)
    if summary.rejectedCount > 0 {
      opened.recorder.flush()
      throw ExitStatus.badData
    }
  }

  private func input() throws -> ByteInput {
    do {
      return file == "-" ? ByteInput(descriptor: 0, name: "standard input") : try ByteInput(path: file)
    } catch {
      throw CommandFailure(error)
    }
  }

  private func run(_ source: ByteInput, into diary: Diary) throws -> ImportSummary {
    let errors = Console.standardError
    let progress = ProgressLine()
    defer { progress.end() }
    do {
      return try Importer(into: diary).importCSV(
        from: source, onProgress: { progress.show($0) },
        onRejected: { row in
          progress.end()
          for message in row.messages { errors.line(message) }
          errors.flush()
        })
    } catch {
      throw CommandFailure(error)
    }
  }

  private func report(_ summary: ImportSummary) {
    let console = Console.standardOutput
    var parts = ["\(counted(summary.addedCount, "beer")) added"]
    if summary.knownCount > 0 { parts.append("\(summary.knownCount) in the diary already") }
    if summary.rejectedCount > 0 { parts.append("\(counted(summary.rejectedCount, "row")) left out") }
    console.line(parts.joined(separator: ", ") + ".")
    if summary.windows1252Count > 0 {
      console.line("\(counted(summary.windows1252Count, "row")) were no UTF-8 and read as Windows-1252.")
    }
    console.flush()
  }

  private func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
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
