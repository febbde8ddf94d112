import CoreDataMigration
import DiaryProcess
import DiaryStore
import DiaryText
import DiaryUpkeep
import Dispatch
import Foundation
import Synchronization
import Terminal

/// A progress line with a spinner on standard error, shown only on a terminal.
final class ProgressLine: Sendable {
  private struct State {
    var frame = 0
    var isShown = false
    var shownAt: ContinuousClock.Instant?
    var hasAnnounced = false
    var isQuiet = false
    /// Ends the thread of `showIfSlow`; `nil` if there is none.
    var slowWork: DispatchSemaphore?
  }

  /// The shortest time between two frames, so that drawing does not slow the work.
  private static let interval = Duration.milliseconds(80)
  /// Work that takes less time needs no progress line.
  private static let patience = DispatchTimeInterval.milliseconds(500)
  private static let frames = Array("|/-\\")
  /// The columns if the terminal's width is not known.
  private static let usualColumns = 80

  private let stream: Console.Stream
  private let state = Mutex(State())

  init(_ stream: Console.Stream) { self.stream = stream }

  /// Whether `--quiet` was given, so that nothing is shown.
  var isQuiet: Bool {
    get { state.withLock { $0.isQuiet } }
    set { state.withLock { $0.isQuiet = newValue } }
  }

  func show(_ text: @autoclosure () -> String) {
    guard stream.isTerminal else { return }
    state.withLock { draw(text(), &$0) }
  }

  /// Shows a text until ``end()`` if that takes longer than a moment, for work that does not report its progress.
  func showIfSlow(_ text: String) {
    guard stream.isTerminal else { return }
    let ended = DispatchSemaphore(value: 0)
    state.withLock { state in
      state.slowWork?.signal()
      state.slowWork = ended
    }
    let thread = Thread { [self] in
      var pause = Self.patience
      while ended.wait(timeout: .now() + pause) == .timedOut {
        pause = .milliseconds(100)
        state.withLock { state in
          // The work may have ended since.
          if state.slowWork === ended { draw(text, &state) }
        }
      }
    }
    thread.name = "progress"
    thread.start()
  }

  private func draw(_ text: @autoclosure () -> String, _ state: inout State) {
    if state.isQuiet { return }
    let now = ContinuousClock.now
    if let shownAt = state.shownAt, now - shownAt < Self.interval { return }
    state.shownAt = now
    state.frame += 1
    state.isShown = true
    let console = Console(.messages, stream)
    console.write("\r\(Self.line(text(), frame: state.frame, columns: console.columns))\u{1B}[K")
  }

  /// Writes a sentence once if there is no terminal, for logs.
  func announce(_ sentence: String) {
    if stream.isTerminal { return }
    let isFirst = state.withLock { state in
      defer { state.hasAnnounced = true }
      return !state.hasAnnounced && !state.isQuiet
    }
    if isFirst { Console(.messages, stream).line("beerdiary: \(sentence).") }
  }

  /// Returns the line cut to the terminal's width, because a wrapped line could not be overwritten.
  ///
  /// The last column stays free: some terminals wrap as soon as it is written.
  private static func line(_ text: String, frame: Int, columns: Int?) -> String {
    "\(frames[frame % frames.count]) \(text)".truncated(to: (columns ?? usualColumns) - 1, ellipsis: "")
  }

  /// Removes the line.
  func end() {
    state.withLock { state in
      state.slowWork?.signal()
      state.slowWork = nil
      if state.isShown { Console(.messages, stream).write("\r\u{1B}[K") }
      state.isShown = false
    }
  }
}

extension ProgressLine {
  func show(_ progress: MigrationProgress) {
    if progress.isCommitting { return show("Saving. This can no longer be stopped") }
    if let holder = progress.waitingFor { return show(WaitingText.sentence(holder)) }
    let what =
      switch progress.phase {
      case .readingBeers: "Reading beers"
      case .orderingPhotos: "Sorting photos"
      case .verifying: "Verifying beers and photos"
      }
    show(
      "\(what), step \(progress.step) of \(progress.stepCount): \(NumberText.count(progress.done)) of "
        + NumberText.count(progress.total))
  }

  func show(_ progress: MergeProgress) {
    switch progress {
    case .copying(let done, let total): showCopying(done: done, total: total)
    case .migrating(let progress): show(progress)
    case .copyingImages(let remaining): show("Copying photos into the diary, \(remaining) left")
    case .merging(let done, let total):
      show("Adding new beers: \(NumberText.count(done)) of \(NumberText.count(total))")
    }
  }

  /// Shows how much of a copy is done, in percent.
  ///
  /// - Parameters:
  ///   - done: Bytes that were copied or compared.
  ///   - total: The number of all bytes.
  func showCopying(done: Int, total: Int) {
    show("Copying and checking: \(total > 0 ? done * 100 / total : 100)%")
  }

  func show(_ progress: BackgroundProgress) {
    let what =
      switch progress.work {
      case .readingPhotoMetadata: "Reading photo details"
      case .indexingSearch: "Building the search index"
      case .copyingImages: "Copying photos into the diary"
      case .labelingBeers: "Grouping beers by label"
      case .hashingPhotos: "Computing photo checksums"
      case .discardingRows: "Removing old copies"
      case .shrinking: "Freeing disk space"
      case .makingThumbnails: "Making thumbnails"
      }
    show("\(what), \(progress.remaining) left")
  }
}
