import CoreDataMigration
import DiaryStore
import Terminal

extension Action {
  static let showWarnings = Action(
    "warnings", .program, "Show the warnings of the migration", hint: "warnings", keys: [.character("W")],
    on: [.list],
    when: {
      Availability(
        !$0.state(of: WarningsScreen.self).sentences.isEmpty, else: "There are no warnings from a migration.")
    }
  ) { _ in [.open(.warnings)] }

  static let onWarnings: [Action] = [showWarnings]
}

extension ScreenKind {
  package static let warnings = ScreenKind(WarningsScreen.self, title: "Warnings") { Action.onWarnings }
}

/// The warnings of the migration at the start.
struct WarningsScreen: Screen {
  private(set) var sentences: [String] = []
  private var offset = ScrollOffset()

  mutating func handle(_ message: Message, in context: ScreenContext) -> [Intent] {
    if case .opened(.success(let report?)) = message { sentences = report.warnings }
    return []
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
        .init("   from the migration", context.theme.secondary),
      ],
      position: page.position(in: context.layout))
    frame.draw(context, into: &canvas)
    page.draw(in: context.layout, into: &canvas)
  }

  private func lines(_ context: ScreenContext) -> [StyledLine] {
    let bullet = "\(context.glyphs.mark) "
    return sentences.flatMap { sentence in
      sentence.wrapped(to: max(1, context.layout.contentWidth - 2)).enumerated().map { index, text in
        StyledLine((index == 0 ? bullet : "  ") + text)
      }
    }
  }
}
