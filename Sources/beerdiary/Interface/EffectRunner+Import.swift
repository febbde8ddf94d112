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
      .importPreviewed(
        path,
        self.importing(path) { file throws(ImportError) in
          let plan = try file.plan(
            for: diary, onProgress: { self.show($0, of: path) }, isCancelled: { self.isImportStopped })
          return ImportPreview(plan)
        })
    }
  }

  func runImport(_ path: String) {
    stopsImport.store(false, ordering: .relaxed)
    run(on: imports) { diary in
      let start = ContinuousClock.now
      return .imported(
        path,
        self.importing(path) { file throws(ImportError) in
          let summary = try file.run(
            into: diary, onProgress: { self.show($0, of: path) }, isCancelled: { self.isImportStopped })
          self.recordSignal(Signal(summary, duration: ContinuousClock.now - start))
          // An import that cannot be looked up is not to be taken back.
          let change = summary.batch.flatMap { try? diary.change(ofImport: $0) }
          return ImportOutcome(summary, change: change)
        })
    }
  }

  private var isImportStopped: Bool {
    stopsImport.load(ordering: .relaxed) || isCancelled.load(ordering: .relaxed)
  }

  private func show(_ progress: ImportProgress, of path: String) {
    post(
      .importShare(
        path, ImportShare(rows: progress.rowCount, done: progress.bytesRead, total: progress.totalBytes)))
  }

  private func importing<Value>(
    _ path: String, _ body: (FileImport) throws(ImportError) -> Value
  ) -> Result<Value, Problem> {
    do throws(ImportError) {
      let source = try ImportSource(path: TypedPath.expanded(path))
      return .success(try body(try FileImport(source) { self.show($0, of: path) }))
    } catch {
      return .failure(Problem(CommandFailure(error)))
    }
  }
}
