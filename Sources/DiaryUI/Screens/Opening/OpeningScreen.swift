import CoreDataMigration
import DiaryStore
import DiaryText
import Terminal

extension Action {
  static let cancel = Action(
    "cancel", .program, "Stop and leave the diary unchanged", hint: "stop",
    keys: [.character("q"), Key(.escape)], on: [.opening], changing: OpeningScreen.self
  ) { opening, _ in opening.stop() }
}

/// Shown while the diary is opened, with the progress of a migration.
struct OpeningScreen: Screen {
  static let slot: Slot<Self> = \.opening
  static let title: String? = "Opening"

  private var progress: MigrationProgress?
  /// `false` at first, so that nothing flashes if the diary opens immediately.
  private var isShown = false
  private var isStopping = false
  /// Whether the diary is being migrated or was migrated.
  private var isMigration = false

  var ignoresTypeAhead: Bool { isMigration }

  mutating func handle(_ message: Message, in context: ScreenContext) -> [Intent] {
    switch message {
    case .tick: isShown = true
    case .migrating(let progress): return show(progress)
    case .opened(.success(nil)) where isStopping: return [.effect(.quit(.finished))]
    case .opened(.success(let report)): return [.start] + (report.map { showEnd(of: $0) } ?? [])
    case .opened(.failure(let error)): return [.effect(.quit(.openingFailed(error)))]
    default: break
    }
    return []
  }

  /// Shows progress, and discards the keys typed before, because they were typed for the list.
  private mutating func show(_ progress: MigrationProgress) -> [Intent] {
    self.progress = progress
    (isMigration, isShown) = (true, true)
    return [.dropTypeAhead]
  }

  /// Says what was migrated, unless the list announces warnings.
  private mutating func showEnd(of report: MigrationReport) -> [Intent] {
    isMigration = true
    let late = isStopping ? ["Too late to stop."] : []
    let sentences = late + (report.warnings.isEmpty ? [report.sentence] : [])
    if sentences.isEmpty { return [.dropTypeAhead] }
    return [.dropTypeAhead, .addToNotice(sentences.joined(separator: " "), alone: true)]
  }

  mutating func interrupt() -> [Intent]? { stop() }

  /// Stops the migration and closes the diary, unless it is too late for that.
  mutating func stop() -> [Intent] {
    guard !isStopping, progress?.isCommitting != true else { return [] }
    isStopping = true
    return [.effect(.cancelOpening)]
  }

  func draw(in context: ScreenContext, into canvas: inout Canvas) {
    guard isShown else { return }
    let lines = lines(context)
    let size = context.size
    let width = min(size.width - 2, lines.map(\.columns).max() ?? 0)
    let left = max(1, (size.width - width) / 2)
    var row = max(0, (size.height - lines.count) / 2)
    for line in lines {
      canvas.put(line, at: Point(column: left, row: row), maxWidth: size.width - left - 1)
      row += 1
    }
    canvas.cursor = Point(column: 0, row: max(0, size.height - 1))
  }

  private func lines(_ context: ScreenContext) -> [StyledLine] {
    let theme = context.theme
    let spinner = StyledLine.Span(Spinner.text(context) + "  ", theme.accent)
    guard let progress else {
      return [[spinner, .init("Opening your diary")]]
    }
    let width = context.size.width - 5
    let heading = [StyledLine("   Migrating your diary", theme.title), .blank]
    let sentence = StyledLine([spinner, .init(sentence(context, progress))])
    if context.path.last != .opening { return heading + [sentence] }
    let work = progress.waitingFor == nil ? [sentence, bar(progress, context)] : [sentence]
    return heading + work + [.blank] + assurance(context).wrapped(to: width).map { StyledLine("   ") + $0 }
  }

  private func sentence(_ context: ScreenContext, _ progress: MigrationProgress) -> String {
    if context.path.last != .opening { return "Reading your beers" }
    if progress.isCommitting { return "Saving…" }
    if isStopping { return "Rolling back…" }
    if let holder = progress.waitingFor { return WaitingText.sentence(holder) }
    return switch progress.phase {
    case .readingBeers: "Reading your beers"
    case .orderingPhotos: "Keeping the order of \(NumberText.count(progress.total, "photo"))"
    case .verifying: "Verifying the migration"
    }
  }

  private func bar(_ progress: MigrationProgress, _ context: ScreenContext) -> StyledLine {
    let appearance = context.appearance
    let step = "step \(progress.step) of \(progress.stepCount)"
    let text = "   \(step) \(appearance.glyphs.separator) \(count(progress))"
    let width = min(26, context.size.width - 5 - text.columns)
    let bar =
      width >= 6
      ? ProgressBar(done: progress.done, total: progress.total).line(width: width, appearance) : .blank
    return StyledLine("   ") + bar
      + StyledLine(width >= 6 ? text : String(text.dropFirst(3)), appearance.theme.secondary)
  }

  private func count(_ progress: MigrationProgress) -> String {
    let done = NumberText.count(progress.done)
    // Each check covers all beers.
    if progress.phase == .verifying { return "check \(done) of \(NumberText.count(progress.total))" }
    return "\(done) of \(NumberText.count(progress.total, progress.unit == .beers ? "beer" : "photo"))"
  }

  private func assurance(_ context: ScreenContext) -> StyledLine {
    let style = context.theme.secondary
    if progress?.isCommitting == true {
      return StyledLine("This can no longer be stopped.", style)
    }
    if isStopping { return StyledLine("Please wait.", style) }
    let keys = context.configuration.actions[Action.cancel.name]?.keys(on: .opening).map(\.label) ?? []
    let key = keys.joined(separator: " or ")
    if progress?.waitingFor != nil { return StyledLine("Press \(key) to stop waiting.", style) }
    return StyledLine("Nothing is lost if you stop. Press \(key) to leave the diary unchanged.", style)
  }
}
