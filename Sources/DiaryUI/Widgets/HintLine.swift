import DiaryStore
import Terminal

/// The keys of the available actions.
///
/// Hints that do not fit are left out in favor of shorter ones; help and quit stay the longest.
struct HintLine {
  private struct Item {
    let action: Action
    let line: StyledLine
  }

  private static let gap = 3
  private let items: [Item]

  init(_ context: ScreenContext) {
    let theme = context.theme
    let kinds = context.kinds(on: context.screen)
    func mainKey(_ action: Action) -> Key? { kinds.lazy.compactMap { action.keys(on: $0).first }.first }
    items = context.hintedActions.compactMap { action in
      guard let hint = action.hint, let label = hint.label(context), let key = mainKey(action),
        context.isHinted(action)
      else { return nil }
      let partner = hint.partner.flatMap { context.configuration.actions[$0().name].flatMap(mainKey) }
      let keys = [key, partner].compactMap { $0?.label }.joined(separator: "/")
      return Item(
        action: action, line: [.init(keys, theme.key), .init(" " + label, theme.secondary)])
    }
  }

  /// Returns only the keys for help and quit, for screens without a row of hints.
  static func essentials(_ context: ScreenContext) -> StyledLine {
    let keys = context.configuration.actions.actions(on: context.screen)
      .filter { $0.traits.contains(.isEssential) }
      .compactMap { $0.keys(on: context.screen).first?.label }
    return StyledLine(keys.joined(separator: " "), context.theme.key)
  }

  func draw(row: Int, into canvas: inout Canvas) {
    for (column, item) in placed(width: canvas.size.width) {
      canvas.put(item.line, at: Point(column: column, row: row), maxWidth: canvas.size.width - 1 - column)
    }
  }

  /// Returns the action whose hint is at a column.
  func action(atColumn column: Int, width: Int) -> Action? {
    placed(width: width).first { $0..<$0 + $1.line.columns ~= column }?.1.action
  }

  /// Whether there is room for the hint of an action.
  func shows(_ action: Action, width: Int) -> Bool { fitting(width - 2).contains { $0.action == action } }

  private func placed(width: Int) -> [(Int, Item)] {
    var column = 1
    return fitting(width - 2).map { item in
      defer { column += item.line.columns + Self.gap }
      return (column, item)
    }
  }

  /// Returns the hints that fit, in their order; the most important ones get space first.
  private func fitting(_ width: Int) -> [Item] {
    let byNeed =
      items.filter { $0.action.traits.contains(.isEssential) }
      + items.filter { !$0.action.traits.contains(.isEssential) }
    var room = width + Self.gap
    var fitting: Set<Action> = []
    for item in byNeed where item.line.columns + Self.gap <= room {
      room -= item.line.columns + Self.gap
      fitting.insert(item.action)
    }
    return items.filter { fitting.contains($0.action) }
  }
}

extension ScreenContext {
  /// The actions of the screen, the most important ones first.
  fileprivate var hintedActions: [Action] {
    let all = configuration.actions.actions(on: screen)
    let first = topScreen.firstHints(in: self).compactMap { action in all.first { $0 == action } }
    return first + all.filter { !first.contains($0) }
  }
}
