import DiaryModel
import DiaryStore
import DiaryText
import Terminal

// A way to begin a diary, next to adding a beer, importing a file and adding another diary.
extension Action {
  static let showSample = Action(
    "sample", .program, "Look around in a sample diary; your own diary stays as it is",
    keys: [.character("d")], on: [.welcome]
  ) { _ in [.effect(.runCommand(.showSample))] }
}

// The list of an empty diary, which names the ways to begin.
extension ListScreen {
  func additionalMode(in context: ScreenContext) -> ScreenKind? { context.isWelcoming ? .welcome : nil }

  /// Returns the ways to begin a diary, instead of a list.
  func welcomeMessage(_ context: ScreenContext) -> BodyMessage {
    let lines = welcome(context)
    let cursor = choiceUnderCursor(context).flatMap { choice in lines.first { choice.isShown(by: $0) } }
    return BodyMessage(lines: lines, isCentered: true, cursor: cursor)
  }

  /// Returns the choice that the cursor is on; `nil` if there is none.
  func choiceUnderCursor(_ context: ScreenContext) -> WelcomeChoice? {
    guard context.isWelcoming, let choiceCursor else { return nil }
    let choices = welcomeChoices(context)
    return choices.indices.contains(choiceCursor) ? choices[choiceCursor] : nil
  }

  /// Returns the action of the choice at a point of the screen; `nil` if there is none.
  func welcomeChoice(at point: Point, _ context: ScreenContext) -> Action? {
    guard !isShown, context.isWelcoming, let line = welcomeMessage(context).line(at: point, context) else {
      return nil
    }
    return welcomeChoices(context).first { $0.isShown(by: line) }?.action
  }

  /// The longest message that fits.
  private func welcome(_ context: ScreenContext) -> [StyledLine] {
    let theme = context.theme
    let emptiness = EmptyListText.sentence(about: beers.window.displayedQuery)
    let heading: [StyledLine] = [StyledLine(emptiness, theme.name), .blank]
    let colors = StyledLine(
      [3, 5, 8, 12, 17, 24, 35].flatMap { [context.appearance.cell(srm: $0), .init(" ")] })
    let trash: [StyledLine] =
      beers.window.summary?.isAllInTrash == true
      ? [StyledLine(context.sentence(press: (.showTrash, "see the beers in the trash")))] : []
    let choices = welcomeChoices(context)
    let width = choices.map { $0.key.columns }.max() ?? 0
    func lines(isShort: Bool) -> [StyledLine] {
      choices.enumerated().map { index, choice in
        let line: StyledLine = [
          .init(choice.key.fitted(to: width) + "   ", theme.key), .init(isShort ? choice.short : choice.long),
        ]
        return index == choiceCursor ? theme.selected(line) : line
      }
    }
    let long = lines(isShort: false)
    let short = lines(isShort: true)
    let spread: [StyledLine] = Array(long.map { [$0] }.joined(separator: [StyledLine.blank]))
    let apart = trash + (trash.isEmpty ? [] : [.blank])
    return BodyMessage.longest(
      of: [
        [colors, .blank] + heading + apart + spread, heading + apart + spread, heading + trash + long,
        heading + trash + short, trash + short,
      ], context)
  }

  /// Returns the choices that have a key.
  func welcomeChoices(_ context: ScreenContext) -> [WelcomeChoice] {
    let choices: [(action: Action, long: String, short: String)] = [
      (.addBeer, "Write down your first beer", "first beer"),
      (.adoptDiary, "Bring your diary from Beer Diary for iOS", "iOS diary"),
      (.importFile, "Import check-ins from Untappd, RateBeer or a spreadsheet", "import a file"),
      (.showSample, "Look around in a sample diary", "sample diary"),
    ]
    return choices.compactMap { choice in
      context.kinds(on: .list).lazy.compactMap { context.key(of: choice.action, on: $0) }.first
        .map { WelcomeChoice(action: choice.action, key: $0, long: choice.long, short: choice.short) }
    }
  }
}

/// A way to begin a diary, as a line of the list of an empty diary.
struct WelcomeChoice {
  let action: Action
  let key: String
  let long: String
  let short: String

  /// Whether a line of the screen is this one.
  fileprivate func isShown(by line: StyledLine) -> Bool { [long, short].contains(line.spans.last?.text) }
}

extension ScreenContext {
  /// Whether the list shows ways to begin a diary: there are no beers, not even in the trash, and no change to undo.
  var isWelcoming: Bool {
    list.window.failure == nil && list.window.isCounted && list.window.count == 0
      && list.window.query.hasAllBeers && list.window.summary?.isAllInTrash == false
      && !changes.canUndo
  }
}
