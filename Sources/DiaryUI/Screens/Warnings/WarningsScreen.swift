import CoreDataMigration
import DiaryStore
import DiaryText
import Terminal

extension Action {
  static let showWarnings = Action(
    "warnings", .program, "Show the warnings of a migration or adoption",
    hint: Hint { $0.list.isInTrash ? nil : "warnings" },
    keys: [.character("W")],
    on: [.list],
    when: {
      Availability(
        !$0.state(of: WarningsScreen.self).sentences.isEmpty,
        else: "There are no warnings from a migration or an adoption.")
    }
  ) { _ in [.open(.warnings)] }

  static let onWarnings: [Action] = [showWarnings]
}

extension ScreenKind {
  /// The warnings of a migration or an adoption.
  package static let warnings = ScreenKind(WarningsScreen.self, title: "Warnings") { Action.onWarnings }
}

/// The warnings of the last migration and of the last adoption, also of earlier runs.
struct WarningsScreen: Screen {
  private var migration: [String] = []
  private var adoption: [String] = []
  private var offset = ScrollOffset()

  mutating func handle(_ message: Message, in context: ScreenContext) -> [Intent] {
    switch message {
    case .opened(.success(let report?)): migration = report.warnings
    case .migrationWarnings(let warnings): migration = warnings
    case .adoptionWarnings(let warnings): adoption = warnings
    case .commandEnded(.adopt, status: _?, .success(let change?)) where !change.changes.isEmpty:
      return adoptionNotice(in: context).map { [.addToNotice($0, alone: false)] } ?? []
    default: break
    }
    return []
  }

  var sentences: [String] { migration + adoption }

  /// Returns how many warnings the last adoption has and how to see them; `nil` if it has none.
  private func adoptionNotice(in context: ScreenContext) -> String? {
    guard !adoption.isEmpty else { return nil }
    return context.sentence(
      NumberText.count(adoption.count, "warning") + ".",
      press: (.showWarnings, "see \(adoption.count == 1 ? "it" : "them")"))
  }

  private var origin: String {
    switch (migration.isEmpty, adoption.isEmpty) {
    case (_, true): "from the migration"
    case (true, false): "from the last adoption"
    case (false, false): "from the migration and the last adoption"
    }
  }

  mutating func clampScrolling(in context: ScreenContext) {
    offset.clamp(count: lines(context).count, visible: context.layout.body.count)
  }

  mutating func move(_ move: Move, in context: ScreenContext) {
    offset.move(
      move, visible: context.layout.body.count, readsLines: context.appearance.usesWords)
  }

  func draw(in context: ScreenContext, into canvas: inout Canvas) {
    let page = TextPage(lines: lines(context), offset: offset)
    let frame = ScreenFrame(
      title: [
        .init("Warnings", context.theme.title),
        .init("   " + origin, context.theme.secondary),
      ],
      position: page.position(in: context.layout))
    frame.draw(context, into: &canvas)
    page.draw(in: context.layout, into: &canvas)
  }

  private func lines(_ context: ScreenContext) -> [StyledLine] {
    sentences.flatMap {
      StyledLine.bulleted(
        $0, with: context.bullet, context.theme.plain, to: context.layout.contentWidth)
    }
  }
}
