import Terminal

extension Action {
  static let showMessages = Action(
    "messages", .program, "Show the last messages of the line above the keys", keys: [.character("@")],
    on: ScreenKind.scrollable.subtracting([.messages, .movingPhoto]), .keepsRange
  ) { _ in [.open(.messages)] }
  .alsoCalled("notices", "history")

  static let onMessages: [Action] = [showMessages]
}

extension ScreenKind {
  /// The messages that the status line has shown.
  package static let messages = ScreenKind(MessagesScreen.self, title: "Messages") { Action.onMessages }
}

/// The messages that the status line has shown, the last one first.
struct MessagesScreen: Screen {
  private var offset = ScrollOffset()
  /// How many messages there had been when the position was last brought into range; `nil` after the screen was opened.
  private var messageCount: Int?

  var subject: String { "messages" }

  mutating func willOpen(from screen: ScreenKind) { self = MessagesScreen() }

  mutating func clampScrolling(in context: ScreenContext) {
    let count = context.messages.count
    if let messageCount, messageCount < count {
      // New messages are above the line that is read.
      let new = context.messages.notices.suffix(count - messageCount)
      offset.shiftLine(by: new.reduce(0) { $0 + lines(of: $1, context).count })
    }
    messageCount = count
    offset.clamp(count: lines(context).count, visible: context.layout.body.count)
  }

  mutating func move(_ move: Move, in context: ScreenContext) {
    offset.move(
      move, visible: context.layout.body.count, readsLines: context.appearance.usesWords)
  }

  func draw(in context: ScreenContext, into canvas: inout Canvas) {
    let theme = context.theme
    let page = TextPage(lines: lines(context), offset: offset)
    ScreenFrame(
      title: [.init("Messages", theme.title), .init("   the last one first", theme.secondary)],
      position: page.position(in: context.layout)
    ).draw(context, into: &canvas)
    page.draw(in: context.layout, into: &canvas)
  }

  private func lines(_ context: ScreenContext) -> [StyledLine] {
    let messages = context.messages.notices.reversed()
    if messages.isEmpty { return [StyledLine("No messages yet.", context.theme.secondary)] }
    return messages.flatMap { lines(of: $0, context) }
  }

  private func lines(of message: Notice, _ context: ScreenContext) -> [StyledLine] {
    StyledLine.bulleted(
      message.text, with: context.bullet,
      message.kind == .problem ? context.theme.problem : context.theme.plain,
      to: context.layout.contentWidth)
  }
}
