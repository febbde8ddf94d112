import CoreDataMigration
import DiaryStore
import DiaryText
import Terminal

extension Action {
  static let cancel = Action(
    "cancel", .program, "Stop and leave the diary unchanged", hint: "stop",
    keys: [.character("q"), Key(.escape)], on: [.opening], [.stopsOpening, .leavesScreen, .isEssential],
    changing: OpeningScreen.self
  ) { opening, _ in opening.stop() }

  static let onOpening: [Action] = [cancel]
}

extension ScreenKind {
  /// What is shown until the diary is open; the first screen, which only its own keys leave.
  package static let opening = ScreenKind(
    OpeningScreen.self, title: "Opening", keys: .own, suggestsKeys: false
  ) { Action.onOpening }
}

/// Shown while the diary is opened, with the progress of a migration.
struct OpeningScreen: Screen {
  private var progress: MigrationProgress?
  /// When each phase began, in seconds since the beginning of the migration.
  private var starts: [MigrationProgress.Phase: Double] = [:]
  /// The number of units in each phase that has begun.
  private var totals: [MigrationProgress.Phase: Int] = [:]
  /// `false` at first, so that nothing flashes if the diary opens immediately.
  private var isShown = false
  private var isStopping = false
  /// Whether the diary is being migrated or was migrated.
  private var isMigration = false

  /// The least time between two numbers in words.
  private static let secondsInWords = 3.0

  var ignoresTypeAhead: Bool { isMigration }

  mutating func handle(_ message: Message, in context: ScreenContext) -> [Intent] {
    switch message {
    case .tick: isShown = true
    case .migrating(let progress): return noteProgress(progress, in: context)
    case .opened(.success(nil)) where isStopping: return [.effect(.quit(.finished))]
    case .opened(.success(let report)): return [.start] + (report.map { showEnd(of: $0) } ?? [])
    case .opened(.failure(let error)): return [.effect(.quit(.openingFailed(error)))]
    default: break
    }
    return []
  }

  /// Stores progress, and discards the keys typed before, because they were typed for the list.
  private mutating func noteProgress(_ progress: MigrationProgress, in context: ScreenContext) -> [Intent] {
    // A screen reader would be interrupted by each number.
    if context.appearance.usesWords, let shown = self.progress, shown.phase == progress.phase,
      shown.waitingFor == progress.waitingFor, progress.seconds - shown.seconds < Self.secondsInWords
    {
      return [.dropTypeAhead]
    }
    self.progress = progress
    if progress.waitingFor == nil {
      starts[progress.phase] = starts[progress.phase] ?? progress.seconds
      totals[progress.phase] = progress.total
    }
    isMigration = true
    isShown = true
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
    // Screen readers read the line of the cursor: it is the one with the progress.
    let current = lines.firstIndex { $0.spans.first == spinner(context) } ?? 0
    canvas.cursor = Point(column: left, row: row + current)
    for line in lines {
      canvas.put(line, at: Point(column: left, row: row), maxWidth: size.width - left - 1)
      row += 1
    }
  }

  private func lines(_ context: ScreenContext) -> [StyledLine] {
    let theme = context.theme
    let spinner = spinner(context)
    guard let progress else {
      let sentence = isStopping ? "Stopping…" : "Opening your diary"
      return [[spinner, .init(sentence, theme.name)], .blank] + assurance(context)
    }
    let isOver = context.path.last != .opening
    let heading = [StyledLine("   Migrating your diary", theme.title), .blank]
    let sentence = StyledLine([spinner, .init(sentence(context, progress), theme.name)])
    let steps = heading + steps(progress, isOver: isOver, context)
    if isOver { return fitting([steps + [sentence], heading + [sentence]], context) }
    let end = [StyledLine.blank] + assurance(context)
    if progress.waitingFor != nil { return heading + [sentence] + end }
    let short = heading + [sentence, bar(progress, count(progress), context)] + end
    let rest = [StyledLine.blank, bar(progress, "", context)] + end
    return fitting([steps + rest, short], context)
  }

  /// What the line with the progress begins with.
  private func spinner(_ context: ScreenContext) -> StyledLine.Span {
    .init(Spinner.text(context) + "  ", context.theme.accent)
  }

  /// Returns the first choice that fits on the screen, otherwise the last.
  private func fitting(_ choices: [[StyledLine]], _ context: ScreenContext) -> [StyledLine] {
    let size = context.size
    let fitting = choices.first { lines in
      lines.count <= size.height && lines.allSatisfy { $0.columns <= size.width - 2 }
    }
    return fitting ?? choices.last ?? []
  }

  private func sentence(_ context: ScreenContext, _ progress: MigrationProgress) -> String {
    if context.path.last != .opening { return "Reading your beers" }
    if isStopping, !progress.isCommitting { return "Rolling back…" }
    if let holder = progress.waitingFor { return WaitingText.sentence(holder) }
    return label(progress.phase, isCounted: false)
  }

  /// The phases: those that are done with their time, the current one with its progress, and the others.
  private func steps(
    _ progress: MigrationProgress, isOver: Bool, _ context: ScreenContext
  ) -> [StyledLine] {
    let theme = context.theme
    let phases = MigrationProgress.Phase.allCases
    let current = isOver ? phases.endIndex : phases.firstIndex(of: progress.phase) ?? 0
    let labels = phases.indices.map { label(phases[$0], isCounted: $0 < current) }
    let width = labels.map(\.columns).max() ?? 0
    return phases.indices.map { index in
      let text = labels[index].fitted(to: width)
      if index < current {
        let mark = StyledLine("\(context.glyphs.check)  ", theme.accent)
        return mark + StyledLine(text) + StyledLine("   " + time(phases[index]), theme.secondary)
      }
      if index > current { return StyledLine("   " + labels[index], theme.secondary) }
      let doing = isStopping && !progress.isCommitting ? "Rolling back…".fitted(to: width) : text
      return [
        spinner(context), .init(doing, theme.name), .init("   " + count(progress), theme.secondary),
      ]
    }
  }

  /// - Parameter isCounted: Whether to say how many units the phase had; while it lasts, they are in its progress.
  private func label(_ phase: MigrationProgress.Phase, isCounted: Bool) -> String {
    func counted(_ noun: String) -> String {
      (isCounted ? totals[phase] : nil).map { NumberText.count($0, noun) } ?? "your \(noun)s"
    }
    return switch phase {
    case .readingBeers: "Reading " + counted("beer")
    case .readingPhotos: "Reading " + counted("photo")
    case .keepingThumbnails: "Keeping thumbnails without a photo"
    case .orderingPhotos: "Keeping the order of " + counted("photo")
    case .verifying: "Checking the new diary against the old one"
    case .finishing: "Finishing the new diary"
    case .saving: "Saving"
    }
  }

  /// How long a phase took, in seconds; empty if the next one has not begun.
  private func time(_ phase: MigrationProgress.Phase) -> String {
    let phases = MigrationProgress.Phase.allCases
    let next = phases.drop { $0 != phase }.dropFirst().lazy.compactMap { starts[$0] }.first
    guard let start = starts[phase], let next else { return "" }
    let hundredths = Int((max(0, next - start) * 100).rounded())
    return "\(NumberText.count(hundredths / 100)).\(NumberText.padded(hundredths % 100)) s"
  }

  /// The bar for the whole migration, with its percentage and a detail.
  private func bar(_ progress: MigrationProgress, _ detail: String, _ context: ScreenContext) -> StyledLine {
    let appearance = context.appearance
    let done = Int((progress.fraction * 1000).rounded())
    let total = 1000
    let separator = detail.isEmpty ? "" : " \(appearance.glyphs.separator) "
    let text = "   \(NumberText.percent(done, of: total))%" + separator + detail
    // In words, the percentage says it all.
    let width = appearance.usesWords ? 0 : min(40, context.size.width - 5 - text.columns)
    let bar = width >= 6 ? ProgressBar(done: done, total: total).line(width: width, appearance) : .blank
    return StyledLine("   ") + bar
      + StyledLine(width >= 6 ? text : String(text.dropFirst(3)), appearance.theme.secondary)
  }

  private func count(_ progress: MigrationProgress) -> String {
    if progress.isCommitting || isStopping { return "" }
    // Without any row, there is nothing to count.
    if progress.total == 0 { return "" }
    // What is counted is said in the phase, except for rows, which are checked more than once.
    let unit = progress.unit == .rows ? " rows" : ""
    return "\(NumberText.count(progress.done)) of \(NumberText.count(progress.total))\(unit)"
  }

  /// Says what stopping does, or that it is too late for that; always as large, so that the lines above keep their place.
  private func assurance(_ context: ScreenContext) -> [StyledLine] {
    let offer = offerToStop(context)
    let isTooLate = progress?.isCommitting == true
    guard isTooLate || isStopping else { return offer }
    let sentence = isTooLate ? "This can no longer be stopped." : "Please wait."
    let said = StyledLine(sentence, context.theme.secondary).wrapped(to: context.size.width - 5)
      .map { StyledLine("   ") + $0 }
    let width = offer.map(\.columns).max() ?? 0
    return (0..<max(said.count, offer.count)).map { index in
      let line = said.indices.contains(index) ? said[index] : .blank
      return line + StyledLine(String(repeating: " ", count: max(0, width - line.columns)))
    }
  }

  /// Says how to stop and what that does, with the keys in their color if it fits on one line.
  private func offerToStop(_ context: ScreenContext) -> [StyledLine] {
    let theme = context.theme
    let width = context.size.width - 5
    func lines(_ before: String, _ keys: String = "", _ after: String = "") -> [StyledLine] {
      let line: StyledLine = [
        .init(before, theme.secondary), .init(keys, theme.key), .init(after, theme.secondary),
      ]
      let wrapped =
        line.columns <= width
        ? [line] : StyledLine(before + keys + after, theme.secondary).wrapped(to: width)
      return wrapped.map { StyledLine("   ") + $0 }
    }
    let keys = context.configuration.actions[Action.cancel.name]?.keys(on: .opening).map(\.label) ?? []
    let names = keys.joined(separator: " or ")
    if progress == nil { return lines("Press ", names, " to stop.") }
    if progress?.waitingFor != nil { return lines("Press ", names, " to stop waiting.") }
    return lines("Nothing changes until the last step.")
      + lines("Press ", names, " to stop: the diary is left exactly as it was.")
  }
}
