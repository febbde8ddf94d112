import DiaryStore
import DiaryUI
import Interchange
import Synchronization
import Telemetry

extension EffectRunner {
  /// Reads a file to its end as an import would, without changing anything.
  func previewImport(_ path: String) {
    stopsImport.store(false, ordering: .relaxed)
    run(on: imports) { diary in
      let probe = ImportProbe(diary)
      let result = self.importing(path) { input throws(ImportError) in
        try self.read(input, at: path, into: probe)
      }
      return .importPreviewed(path, result.map { ImportPreview($0, drafts: probe.drafts) })
    }
  }

  func runImport(_ path: String) {
    stopsImport.store(false, ordering: .relaxed)
    run(on: imports) { diary in
      let start = ContinuousClock.now
      let intake = ImportIntake(diary)
      let result = self.importing(path) { input throws(ImportError) in
        try self.read(input, at: path, into: intake)
      }
      if case .success(let summary) = result {
        self.recordSignal(Signal(summary, duration: ContinuousClock.now - start))
      }
      return .imported(path, result.map { ImportOutcome($0, change: intake.change) })
    }
  }

  private func importing(
    _ path: String, _ body: (ByteInput) throws(ImportError) -> ImportSummary
  ) -> Result<ImportSummary, ImportProblem> {
    do throws(ImportError) {
      return .success(try body(try ByteInput(path: TypedPath.expanded(path))))
    } catch {
      return .failure(ImportProblem(sentence: CommandFailure(error).sentence))
    }
  }

  private func read(_ input: ByteInput, at path: String, into destination: some ImportDestination)
    throws(ImportError) -> ImportSummary
  {
    try Importer(into: destination).importCSV(
      from: input,
      onProgress: { progress in
        self.post(
          .importShare(
            path,
            ImportShare(rows: progress.rowCount, done: progress.bytesRead, total: progress.totalBytes)))
      },
      isCancelled: {
        self.stopsImport.load(ordering: .relaxed) || self.isCancelled.load(ordering: .relaxed)
      })
  }
}

/// Takes beers in the place of the diary, to see which would be new.
private final class ImportProbe: ImportDestination {
  private static let kept = 20

  private let diary: Diary
  private let first = Mutex<[BeerDraft]>([])

  init(_ diary: Diary) { self.diary = diary }

  var drafts: [BeerDraft] { first.withLock { $0 } }

  func startImport(source: String) {}

  func importBeers(_ drafts: [BeerDraft], batch: Void) throws(DiaryError) -> Int {
    first.withLock { $0 += drafts.prefix(Self.kept - min(Self.kept, $0.count)) }
    return try diary.newCount(of: drafts)
  }
}

/// Takes beers into the diary and knows afterwards how to take them out again.
private final class ImportIntake: ImportDestination {
  private let diary: Diary
  private let batch = Mutex<ImportBatch?>(nil)

  init(_ diary: Diary) { self.diary = diary }

  /// What the import has done; an import that cannot be looked up is not to be taken back.
  var change: DiaryChange? { batch.withLock { $0 }.flatMap { try? diary.change(of: $0) } }

  func startImport(source: String) throws(DiaryError) -> ImportBatch {
    let started = try diary.startImport(source: source)
    batch.withLock { $0 = started }
    return started
  }

  func importBeers(_ drafts: [BeerDraft], batch: ImportBatch) throws(DiaryError) -> Int {
    try diary.importBeers(drafts, batch: batch)
  }
}
