import DiaryProcess
import DiaryStore
import DiaryText
import DiaryUI
import DiaryUpkeep
import Dispatch
import Foundation
import SQLiteKit

/// Finds out what adding the beers of other diaries would do.
final class AdoptionPreviewer: Sendable {
  private let session: DiarySession
  private let queue = DispatchQueue(label: "diary.adoptions", qos: .utility)
  private let cancellations = CancellationCounter()

  /// Creates a previewer for the diary of a session.
  init(_ session: DiarySession) { self.session = session }

  /// Cancels the running preview.
  func cancel() { cancellations.cancel() }

  /// Waits until previews have finished.
  func finish() { queue.sync {} }

  /// Compares the diary at a path, as typed, with that of the session.
  ///
  /// A preview that is canceled has no answer.
  func preview(_ path: String) {
    let mark = cancellations.mark
    let session = session
    session.run(on: queue) { diary in
      let throttle = ProgressThrottle<Int>()
      let source = TypedPath.absolute(path)
      do throws(TransferError) {
        var report = try diary.previewMerge(
          of: source,
          progress: { if throttle.isDue(in: $0.phase) { session.post(.adoptionProgress(path, $0)) } },
          isCancelled: { self.cancellations.isCancelled(since: mark) || session.isCancelled })
        // Paths on the screen have `~` for the home folder.
        let shown = TypedPath.normalized(file: path)
        report.warnings = report.warnings.map { $0.replacingOccurrences(of: source, with: shown) }
        return .adoptionPreviewed(path, .success(report))
      } catch {
        if error.isCancellation { return nil }
        let failure = CommandFailure(error)
        // The usual sentence says how to create the user's own diary.
        let isMissing = error == .store(.notFound(path: source))
        let sentence = isMissing ? "There is no file \(path). Check the path." : failure.sentence
        return .adoptionPreviewed(path, .failure(Problem(sentence: sentence, kind: failure.kind)))
      }
    }
  }
}

extension MergeProgress {
  fileprivate var phase: Int {
    switch self {
    case .copying: 0
    case .migrating: 1
    case .copyingImages: 2
    case .merging: 3
    }
  }
}
