import DiaryProcess
import DiaryStore
import DiaryText
import DiaryUI
import Dispatch
import Interchange
import SQLiteKit
import Settings
import Telemetry

/// Exports beers, and pages made of them, to files.
final class FileExporter: Sendable {
  private static let progressInterval = Duration.milliseconds(100)

  private let session: DiarySession
  private let queue = DispatchQueue(label: "diary.exports", qos: .utility)
  private let record: @Sendable (Signal) -> Void
  private let cancellations = CancellationCounter()

  /// Creates an exporter for the diary of a session.
  ///
  /// - Parameter record: Records a telemetry signal.
  init(_ session: DiarySession, record: @escaping @Sendable (Signal) -> Void) {
    self.session = session
    self.record = record
  }

  /// Cancels the running export.
  func cancel() { cancellations.cancel() }

  /// Waits until exports have finished.
  func finish() { queue.sync {} }

  /// Exports to a file, which gets its name only when it is complete.
  func run(_ request: ExportRequest) {
    let mark = cancellations.mark
    session.run(on: queue) { diary in
      .exported(
        request,
        self.export(request, from: diary) {
          self.cancellations.isCancelled(since: mark) || self.session.isCancelled
        })
    }
  }

  private func export(
    _ request: ExportRequest, from diary: Diary, isCancelled: @escaping () -> Bool
  ) -> Result<ExportOutcome, Problem> {
    // It may have been stopped while it waited for another one.
    if isCancelled() { return .success(.stopped) }
    do {
      let destination = try destination(of: request, diary)
      if case .existingFile = destination, !request.replaces { return .success(.fileExists) }
      let start = ContinuousClock.now
      let output = try OutputFile(destination)
      let path = TypedPath.normalized(file: request.path)
      switch request.content {
      case .beers(let query, let format):
        let counts = try write(query, as: format, from: diary, to: output, isCancelled) { count in
          self.session.post(.exportProgress(request, beerCount: count))
        }
        record(Signal(counts, format, duration: ContinuousClock.now - start))
        return .success(.finished(counts.sentences(file: path)))
      case .year(let page):
        try page.write(to: output)
        return .success(.finished(page.writtenSentence(file: path)))
      }
    } catch let error as ExportError {
      return .failure(Problem(CommandFailure(error, writing: request.path)))
    } catch {
      if CommandFailure.isCancellation(error) { return .success(.stopped) }
      return .failure(Problem(CommandFailure(describing: error)))
    }
  }

  private func destination(of request: ExportRequest, _ diary: Diary) throws -> OutputDestination {
    // Another diary may be open than the usual one.
    let usual = Environment.process[.store].flatMap { $0.isEmpty ? nil : $0 }
    let protected = ProtectedFiles(
      stores: [diary.path] + (usual.map { [$0] } ?? []), settingsFiles: SettingsFile.names)
    let destination = try OutputDestination(TypedPath.expanded(request.path), protecting: protected)
    switch destination {
    case .newFile, .existingFile: return destination
    // Writing to one may wait for its reader.
    case .standardOutput, .descriptor, .stream:
      throw CommandFailure(
        sentence: "\(request.path) cannot be written: it is not a regular file.", status: .cannotCreate)
    }
  }

  private func write(
    _ query: BeerQuery, as format: DiaryFileFormat, from diary: Diary, to output: OutputFile,
    _ isCancelled: () -> Bool, onProgress: (Int) -> Void
  ) throws -> DiaryExport.Counts {
    var export = DiaryExport(format)
    export.query = query
    var next = ContinuousClock.now + Self.progressInterval
    return try export.run(
      from: diary, to: output,
      onProgress: { count in
        guard ContinuousClock.now >= next else { return }
        next = ContinuousClock.now + Self.progressInterval
        onProgress(count)
      },
      isCancelled: isCancelled)
  }
}
