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
///
/// In words, it has no spinner, and changes only every few seconds, because a screen reader reads each change.
///
/// The line appears when nothing has been written for half a second, and is removed before anything else is written. It
/// never appears while the user types, reads in the pager, or uses the editor.
final class ProgressLine: Sendable {
  private struct State {
    var frame = 0
    var isShown = false
    /// Whether words are in place of drawings; `nil` before the first frame, for which the settings are read.
    var usesWords: Bool?
    /// The text of the last frame.
    var drawnText = ""
    /// When the last frame was drawn; `nil` before the first one.
    var drawnAt: ContinuousClock.Instant?
    /// When something else was last written, or an answer was read.
    var lastOutputAt = ContinuousClock.now
    var hasAnnounced = false
    var isQuiet = false
    /// Whether the terminal belongs to the results, to the user or to another program.
    var isPaused = false
    /// The last text of work that reports its progress; `nil` if something else has been written since.
    var progress: String?
    /// The text of work that does not report its progress; `nil` if there is none.
    var work: String?
    /// Returns what the work waits for, or `nil` if it waits for nothing; `nil` if the work never waits.
    var waitingText: (@Sendable () -> String?)?
    /// Signaled to end the thread that draws; `nil` if there is none.
    var stopDrawing: DispatchSemaphore?
  }

  /// The shortest time between two frames, so that drawing does not slow the work.
  private static let interval = Duration.milliseconds(80)
  private static let intervalInWords = Duration.seconds(5)
  /// The time without output after which the line appears.
  private static let delay = Duration.milliseconds(500)
  private static let frames = Array("|/-\\")
  /// The number of columns if the terminal's width is unknown.
  private static let defaultColumns = 80

  private let stream: Console.Stream
  private let usesWords: @Sendable () -> Bool
  private let state = Mutex(State())

  /// Creates a line, which is not shown yet.
  ///
  /// - Parameter usesWords: Returns whether words are in place of drawings; called at most once, when the line is first
  ///   shown.
  init(_ stream: Console.Stream, usesWords: @escaping @Sendable () -> Bool) {
    self.stream = stream
    self.usesWords = usesWords
  }

  /// Whether `--quiet` was given, so that nothing is shown.
  var isQuiet: Bool {
    get { state.withLock { $0.isQuiet } }
    set { state.withLock { $0.isQuiet = newValue } }
  }

  /// Shows the progress of work, until ``end()`` or until something else is written.
  ///
  /// - Parameter text: Evaluated only if a frame is due.
  func show(_ text: @autoclosure () -> String) {
    guard stream.isTerminal else { return }
    state.withLock { state in
      state.isPaused = false
      startDrawing(&state)
      if state.progress != nil, !isFrameDue(state) { return }
      let current = text()
      state.progress = current
      draw(current, &state)
    }
  }

  /// Shows a text whenever nothing has been written for half a second, until ``finish()``, for work that does not report
  /// its progress.
  func showIfSlow(_ text: String) {
    guard stream.isTerminal else { return }
    state.withLock { state in
      state.work = text
      startDrawing(&state)
    }
  }

  /// Shows what the work waits for instead of its text or its progress.
  ///
  /// - Parameter text: Called on another thread for each frame; returns `nil` while the work waits for nothing.
  func showWaiting(_ text: @escaping @Sendable () -> String?) { state.withLock { $0.waitingText = text } }

  /// Starts a thread that keeps the line moving while the work does not report its progress.
  private func startDrawing(_ state: inout State) {
    if state.isQuiet || state.stopDrawing != nil { return }
    let stop = DispatchSemaphore(value: 0)
    state.stopDrawing = stop
    state.lastOutputAt = .now
    let thread = Thread { [self] in
      while stop.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
        self.state.withLock { state in
          // The work may have ended since.
          if state.stopDrawing === stop { drawIfDue(&state) }
        }
      }
    }
    thread.name = "progress"
    thread.start()
  }

  private func drawIfDue(_ state: inout State) {
    if state.isPaused || !state.isShown && ContinuousClock.now - state.lastOutputAt < Self.delay { return }
    guard isFrameDue(state), let text = state.waitingText?() ?? state.progress ?? state.work else { return }
    draw(text, &state)
  }

  private func isFrameDue(_ state: State) -> Bool {
    guard let drawnAt = state.drawnAt else { return true }
    return ContinuousClock.now - drawnAt >= (state.usesWords == true ? Self.intervalInWords : Self.interval)
  }

  /// Whether the program is in the foreground; a background job would write into what the user types.
  private var isInForeground: Bool {
    let group = tcgetpgrp(stream.descriptor)
    return group < 0 || group == getpgrp()
  }

  private func draw(_ text: String, _ state: inout State) {
    if state.isQuiet || !isFrameDue(state) || !isInForeground { return }
    let usesWords = state.usesWords ?? usesWords()
    state.usesWords = usesWords
    if usesWords, state.isShown, state.drawnText == text { return }
    state.drawnAt = .now
    state.drawnText = text
    state.frame += 1
    state.isShown = true
    let console = Console(.messages, stream)
    let spinner = usesWords ? "" : "\(Self.frames[state.frame % Self.frames.count]) "
    console.write("\r\(Self.line(spinner + text, columns: console.columns))\u{1B}[K")
  }

  /// Writes the first sentence that it is given if there is no terminal, for logs.
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
  private static func line(_ text: String, columns: Int?) -> String {
    text.truncated(to: (columns ?? defaultColumns) - 1, ellipsis: "")
  }

  /// Removes the line, because something else is written or the work that it is about has ended.
  func end() { state.withLock { remove(&$0) } }

  /// Removes the line until ``resume()`` or the next progress, because the terminal belongs to something else.
  func pause() {
    state.withLock { state in
      remove(&state)
      state.isPaused = true
    }
  }

  /// Allows the line again after ``pause()``.
  func resume() {
    state.withLock { state in
      state.isPaused = false
      state.lastOutputAt = .now
    }
  }

  /// Removes the line for good, because the command has ended.
  func finish() {
    state.withLock { state in
      remove(&state)
      state.work = nil
      state.waitingText = nil
      state.stopDrawing?.signal()
      state.stopDrawing = nil
    }
  }

  private func remove(_ state: inout State) {
    if state.isShown { Console(.messages, stream).write("\r\u{1B}[K") }
    state.isShown = false
    state.progress = nil
    state.lastOutputAt = .now
  }
}

extension ProgressLine {
  func show(_ progress: MigrationProgress) {
    if progress.isCommitting { return show("Saving. This can no longer be stopped") }
    if let holder = progress.waitingFor { return show(WaitingText.sentence(holder)) }
    let what =
      switch progress.phase {
      case .readingBeers: "Reading beers"
      case .readingPhotos: "Reading photos"
      case .keepingThumbnails: "Keeping thumbnails"
      case .orderingPhotos: "Sorting photos"
      case .verifying: "Verifying beers and photos"
      case .finishing: "Finishing"
      case .saving: "Saving"
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
