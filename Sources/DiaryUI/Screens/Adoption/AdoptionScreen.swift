import CoreDataMigration
import DiaryStore
import DiaryText
import DiaryUpkeep
import Terminal

extension ScreenKind {
  /// What adding the beers of another diary would do.
  package static let adopting = ScreenKind(AdoptionScreen.self, title: "Adoption") { Action.onAdoption }
}

/// Shows what adding the beers of another diary would do, before a command adds them.
struct AdoptionScreen: Screen {
  private enum Phase: Hashable, Sendable {
    /// The other diary is being read; the progress is `nil` until it is known.
    case reading(MergeProgress?)
    case preview(MergeReport)
    case failed(Problem)
  }

  /// The least ticks between two numbers in words; a screen reader would be interrupted by each of them.
  private static let ticksInWords = 30

  /// The path of the other diary, as typed.
  private var path = ""
  /// `nil` if no other diary was chosen.
  private var phase: Phase?
  /// The frame in which the progress was last shown.
  private var progressFrame = 0
  /// How long the preview is shown before the beers can be added.
  private var pause = Pause.short
  private var offset = ScrollOffset()

  var subject: String { "adoption" }
  var isWorking: Bool { if case .reading = phase { true } else { false } }
  var isAnimated: Bool { isSettling }

  private var report: MergeReport? { if case .preview(let report) = phase { report } else { nil } }

  /// Whether the other diary has something to add.
  var canBegin: Bool { report?.addsSomething == true }

  /// Whether the preview has just appeared, so that the beers are not added yet.
  var isSettling: Bool { canBegin && !pause.isOver }

  /// Reads another diary.
  ///
  /// - Parameter path: The path as typed.
  mutating func preview(_ path: String) -> [Intent] {
    self = AdoptionScreen()
    self.path = path
    phase = .reading(nil)
    return [.open(.adopting), .effect(.previewAdoption(path))]
  }

  /// Adds the beers.
  ///
  /// A key immediately after the one that chose the file does not, because the user cannot have seen the preview yet.
  mutating func start(in context: ScreenContext) -> [Intent] {
    if isSettling, let key = context.pressedKey {
      pause = .short
      return [.say("Press \(key.label) again to add them.")]
    }
    phase = nil
    return [.back, .effect(.runCommand(.adopt(path)))]
  }

  /// Stops reading, and adds nothing.
  mutating func goBack(in context: ScreenContext) -> [Intent] {
    defer { phase = nil }
    if isWorking { return [.back, .effect(.stopAdoptionPreview), .say("Nothing was added.")] }
    return [.back] + (canBegin ? [.say("Nothing was added.")] : [])
  }

  func backHint(in context: ScreenContext) -> String { isWorking ? "stop" : "back" }

  // MARK: - Messages

  mutating func handle(_ message: Message, in context: ScreenContext) -> [Intent] {
    switch message {
    case .tick: if isSettling { pause.tick() }
    case .adoptionProgress(path, let progress): show(progress, in: context)
    case .adoptionPreviewed(path, let result) where isWorking: return handle(result, in: context)
    case .commandEnded(.adopt(let path), status: 0, _): return [AdoptPathPrompt.remember(path)]
    default: break
    }
    return []
  }

  private mutating func show(_ progress: MergeProgress, in context: ScreenContext) {
    guard case .reading(let shown) = phase else { return }
    if context.appearance.usesWords, shown?.work == progress.work,
      context.frame - progressFrame < Self.ticksInWords
    {
      return
    }
    phase = .reading(progress)
    progressFrame = context.frame
  }

  private mutating func handle(
    _ result: Result<MergeReport, Problem>, in context: ScreenContext
  ) -> [Intent] {
    switch result {
    case .success(let report):
      phase = .preview(report)
      if context.appearance.usesWords { offset.read(0) }
    case .failure(let problem):
      if context.screen == .adopting,
        let intents = AdoptPathPrompt().reopened(with: path, after: problem, in: context)
      {
        phase = nil
        return intents + [.back]
      }
      phase = .failed(problem)
    }
    return []
  }

  // MARK: - Scrolling

  mutating func clampScrolling(in context: ScreenContext) {
    offset.clamp(count: lines(context).count, visible: context.layout.body.count)
  }

  mutating func move(_ move: Move, in context: ScreenContext) {
    offset.move(move, visible: context.layout.body.count, readsLines: context.appearance.usesWords)
  }

  // MARK: - Drawing

  func draw(in context: ScreenContext, into canvas: inout Canvas) {
    let theme = context.theme
    let page = TextPage(lines: lines(context), offset: offset)
    let name = path.split(separator: "/").last.map(String.init) ?? path
    ScreenFrame(
      title: [.init("Adoption", theme.title), .init("   " + name, theme.secondary)],
      status: StyledLine(status(context), theme.secondary), position: page.position(in: context.layout)
    ).draw(context, into: &canvas)
    page.draw(in: context.layout, into: &canvas)
    // On the progress or the problem, so that screen readers read it.
    if report == nil, offset.line == nil {
      canvas.cursor = Point(column: 1, row: context.layout.body.lowerBound)
    }
  }

  /// `Add them? y/N`, as in other questions.
  private func status(_ context: ScreenContext) -> String {
    guard let report else { return "" }
    guard report.addsSomething else { return "Nothing to add." }
    let keys = [
      context.key(of: .startAdoption),
      context.key(of: .cancelAdoption).map { $0.count == 1 ? $0.uppercased() : $0 },
    ].compactMap { $0 }
    return "Add them? " + keys.joined(separator: "/")
  }

  /// Returns what the keys do, for the line that is read first; `nil` without words, and if there is nothing to add.
  private func keyAdvice(_ context: ScreenContext) -> String? {
    guard canBegin, context.appearance.usesWords else { return nil }
    return context.sentence(press: (.startAdoption, "add them"), (.cancelAdoption, "cancel"))
  }

  private func lines(_ context: ScreenContext) -> [StyledLine] {
    let width = context.layout.contentWidth
    switch phase {
    case .reading(let progress):
      return ProgressBar.lines(
        progress?.work ?? "Reading the other diary", bar: progress?.bar, context)
    case .preview(let report): return lines(of: report, context)
    case .failed(let problem):
      return StyledLine(problem.sentence, context.theme.problem).wrapped(to: width)
    case nil: return []
    }
  }

  /// What is added, what the diary has already, and what is unusual or stays in the other file.
  private func lines(of report: MergeReport, _ context: ScreenContext) -> [StyledLine] {
    let theme = context.theme
    let width = context.layout.contentWidth
    let text = MergeText(report)
    let pairs = [
      (
        "To add",
        (report.addedBeers + report.addedPhotos > 0 ? text.addition : "nothing new")
          + (keyAdvice(context).map { ". " + $0 } ?? "")
      ),
      ("To restore", text.restored),
      ("No change", text.known),
    ]
    let numbers = KeyValueLines(pairs: pairs.compactMap { name, value in value.map { (name, $0) } })
      .lines(width: width, context.appearance, nameStyle: theme.secondary)
    let assurance = StyledLine("Your entries and that file stay as they are.", theme.secondary)
    let warnings = report.warnings.flatMap {
      StyledLine.bulleted($0, with: context.bullet, theme.plain, to: width)
    }
    return numbers + [.blank] + assurance.wrapped(to: width)
      + (warnings.isEmpty ? [] : [.blank, StyledLine("Warnings", theme.title)] + warnings)
  }
}

extension MergeProgress {
  fileprivate var work: String {
    switch self {
    case .copying: "Copying and checking the other diary"
    case .migrating: "Reading the copy"
    case .copyingImages: "Copying photos"
    case .merging: "Comparing beers"
    }
  }

  /// How far the work has come; `nil` if that is not known.
  fileprivate var bar: ProgressBar? {
    switch self {
    case .copying(let done, let total), .merging(let done, let total): ProgressBar(done: done, total: total)
    case .migrating(let progress): ProgressBar(done: Int((progress.fraction * 1000).rounded()), total: 1000)
    case .copyingImages: nil
    }
  }
}
