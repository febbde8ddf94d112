import CoreDataMigration
import DiaryStore
import DiaryText
import Terminal

/// What is known of the opening of the diary, which may migrate it.
struct OpeningState: Hashable, Sendable {
  var progress: MigrationProgress?
  /// False for the first moments, so that a diary that opens at once opens without a flash.
  var isShown = false
  var isStopping = false
  /// Whether opening the diary takes, or has taken, a migration.
  var isMigration = false

  mutating func report(_ progress: MigrationProgress) {
    self.progress = progress
    isMigration = true
    isShown = true
  }
}

extension AppState {
  /// Shows how far the migration is.
  ///
  /// Keys that were typed before it was on the screen were meant for a list.
  mutating func showMigration(_ progress: MigrationProgress) {
    screens.opening.report(progress)
    typeAhead.keys = []
  }

  mutating func opened(_ result: Result<MigrationReport?, OpeningError>) -> [Effect] {
    switch result {
    case .success(nil) where screens.opening.isStopping:
      return [.quit(.finished)]
    case .success(let report):
      path = [.list]
      notice = environment.remark.map { Notice(text: $0, kind: .problem) }
      if case .error(let reason) = environment.readOnly {
        notice = Notice(text: ReadOnlyText.announcement(reason), kind: .problem)
      }
      if let report { showEnd(of: report) }
      return [.loadSummary(list.rows.summaryRequest()), .askToday, .workInBackground]
    case .failure(let error):
      return [.quit(.openingFailed(error))]
    }
  }

  /// Stops the migration and closes the diary, unless it is too late for that.
  mutating func stopOpening() -> [Effect] {
    guard !screens.opening.isStopping, screens.opening.progress?.isCommitting != true else { return [] }
    screens.opening.isStopping = true
    return [.cancelOpening]
  }

  private mutating func showEnd(of report: MigrationReport) {
    screens.opening.isMigration = true
    typeAhead.keys = []
    let beers = NumberText.count(report.beerCount, "beer")
    let photos = NumberText.count(report.photoCount, "photo")
    var text = "\(beers) and \(photos) brought up to date"
    if screens.opening.isStopping { text = "Too late to stop: " + text }
    guard !report.warnings.isEmpty else {
      // What is said already stays to be read.
      notice = notice.map { Notice(text: $0.text + "  " + text, kind: $0.kind) } ?? Notice(text: text)
      return
    }
    text += ", \(NumberText.count(report.warnings.count, "remark")): W"
    noteRemarks(report.warnings, announcedBy: Notice(text: text))
  }
}

extension Action {
  static let cancel = Action(
    "cancel", .program, "Stop, and put everything back as it was", hint: "stop",
    keys: [.character("q"), Key(.escape)], on: [.opening]
  ) { $0.stopOpening() }
}

/// Shown while the diary is opened: a migration tells how far it is.
enum OpeningScreen: ScreenBehavior {
  static func draw(_ state: AppState, into canvas: inout Canvas) {
    guard state.screens.opening.isShown else { return }
    let lines = lines(state)
    let size = state.size
    let width = min(size.width - 2, lines.map(\.columns).max() ?? 0)
    let left = max(1, (size.width - width) / 2)
    var row = max(0, (size.height - lines.count) / 2)
    for line in lines {
      canvas.put(line, at: Point(column: left, row: row), maxWidth: size.width - left - 1)
      row += 1
    }
    canvas.cursor = Point(column: 0, row: max(0, size.height - 1))
  }

  private static func lines(_ state: AppState) -> [StyledLine] {
    let theme = state.environment.appearance.theme
    let spinner = StyledLine.Span(Spinner.text(state) + "  ", theme.accent)
    guard let progress = state.screens.opening.progress else {
      return [[spinner, .init("Opening your diary")]]
    }
    let width = state.size.width - 5
    let heading = [StyledLine("   Bringing your diary up to date", theme.title), .blank]
    let sentence = StyledLine([spinner, .init(sentence(state, progress))])
    if state.path != [.opening] { return heading + [sentence] }
    let work = progress.waitingFor == nil ? [sentence, bar(progress, state)] : [sentence]
    return heading + work + [.blank] + assurance(state).wrapped(to: width).map { StyledLine("   ") + $0 }
  }

  private static func sentence(_ state: AppState, _ progress: MigrationProgress) -> String {
    if state.path != [.opening] { return "Reading your beers" }
    if progress.isCommitting { return "Saving…" }
    if state.screens.opening.isStopping { return "Putting everything back as it was" }
    if let holder = progress.waitingFor { return WaitingText.sentence(holder) }
    return switch progress.phase {
    case .readingBeers: "Reading your beers"
    case .orderingPhotos: "Keeping \(NumberText.count(progress.total, "photo")) in their order"
    case .verifying: "Checking that nothing is missing"
    }
  }

  private static func bar(_ progress: MigrationProgress, _ state: AppState) -> StyledLine {
    let appearance = state.environment.appearance
    let step = "step \(progress.step) of \(progress.stepCount)"
    let text = "   \(step) \(appearance.glyphs.separator) \(count(progress))"
    let width = min(26, state.size.width - 5 - text.columns)
    let bar =
      width >= 6
      ? ProgressBar(done: progress.done, total: progress.total).line(width: width, appearance) : .blank
    return StyledLine("   ") + bar
      + StyledLine(width >= 6 ? text : String(text.dropFirst(3)), appearance.theme.secondary)
  }

  private static func count(_ progress: MigrationProgress) -> String {
    let done = NumberText.count(progress.done)
    // What is verified are checks, of which each concerns all beers.
    if progress.phase == .verifying { return "check \(done) of \(NumberText.count(progress.total))" }
    return "\(done) of \(NumberText.count(progress.total, progress.unit == .beers ? "beer" : "photo"))"
  }

  private static func assurance(_ state: AppState) -> StyledLine {
    let style = state.environment.appearance.theme.secondary
    if state.screens.opening.progress?.isCommitting == true {
      return StyledLine("This can no longer be cancelled.", style)
    }
    if state.screens.opening.isStopping { return StyledLine("A moment, please.", style) }
    let keys = state.environment.actions[Action.cancel.name]?.keys(on: .opening).map(\.label) ?? []
    let key = keys.joined(separator: " or ")
    if state.screens.opening.progress?.waitingFor != nil { return StyledLine("\(key) stops waiting.", style) }
    return StyledLine("Nothing is lost if you stop: \(key) puts everything back as it was.", style)
  }
}
