import DiaryStore
import Terminal

/// The keys that do something now, made from the table of actions.
///
/// What does not fit is left out, whatever still fits takes its room; help and the way out are kept longest.
struct HintLine {
  private struct Item {
    let id: ActionID
    let line: StyledLine
  }

  private static let gap = 3
  private static let essential: Set<ActionID> = [.help, .back, .quit, .cancel]
  private let items: [Item]

  init(_ state: AppState) {
    let theme = state.appearance.theme
    let screen = state.screen
    items = state.hintedActions.compactMap { action in
      guard let hint = action.hint, let key = action.keys(on: screen).first, state.isEnabled(action)
      else { return nil }
      let partner = hint.partner.flatMap { state.actions[$0]?.keys(on: screen).first }
      let keys = [key, partner].compactMap { $0?.label }.joined(separator: "/")
      return Item(
        id: action.id,
        line: [.init(keys, theme.key), .init(" " + state.label(of: hint, action.id), theme.secondary)])
    }
  }

  /// The keys for help and the way out alone, for where there is no row of hints.
  static func essentials(_ state: AppState) -> StyledLine {
    let keys = state.actions.actions(on: state.screen).filter { essential.contains($0.id) }
      .compactMap { $0.keys(on: state.screen).first?.label }
    return StyledLine(keys.joined(separator: " "), state.appearance.theme.key)
  }

  func draw(row: Int, into canvas: inout Canvas) {
    for (column, item) in placed(width: canvas.size.width) {
      canvas.put(item.line, at: Point(column: column, row: row), maxWidth: canvas.size.width - 1 - column)
    }
  }

  /// The action whose hint is at a column.
  func action(atColumn column: Int, width: Int) -> ActionID? {
    placed(width: width).first { $0..<$0 + $1.line.columns ~= column }?.1.id
  }

  private func placed(width: Int) -> [(Int, Item)] {
    var column = 1
    return fitting(width - 2).map { item in
      defer { column += item.line.columns + Self.gap }
      return (column, item)
    }
  }

  /// In their order, those that are kept first to be given room.
  private func fitting(_ width: Int) -> [Item] {
    let byNeed =
      items.filter { Self.essential.contains($0.id) } + items.filter { !Self.essential.contains($0.id) }
    var room = width + Self.gap
    var fitting: Set<ActionID> = []
    for item in byNeed where item.line.columns + Self.gap <= room {
      room -= item.line.columns + Self.gap
      fitting.insert(item.id)
    }
    return items.filter { fitting.contains($0.id) }
  }
}

extension AppState {
  /// What is done most comes first: with marks, in the trash, and on the way from beer to beer.
  fileprivate var hintedActions: [Action] {
    let first: [ActionID] =
      switch screen {
      case .beer: (isShownInTrash ? [.restoreBeer] : []) + [.nextBeer]
      case .list:
        (isInTrash ? [.restoreBeer, .emptyTrash] : [])
          + (marks.isEmpty ? [] : [.setField, .trashBeer]) + [.showAll]
          + (marks.isEmpty ? [] : [.mark, .markRange])
      case .importing:
        fileImport?.preview?.counts.rejections.isEmpty == false ? [.startImport, .changeReading] : []
      default: []
      }
    let all = actions.actions(on: screen).filter { action in
      switch action.id {
      case .showTrash: false
      case .showAll:
        !rows.query.hasWholeTrash && shownBar == nil || !marks.isEmpty || marks.rangeStart != nil
          || list.isFinding
      case .markRange: !marks.isEmpty
      case .completeField: form?.suggestion != nil
      default: true
      }
    }
    return first.compactMap { id in all.first { $0.id == id } } + all.filter { !first.contains($0.id) }
  }

  /// A switch is labelled with what it leads to.
  fileprivate func label(of hint: Action.Hint, _ action: ActionID) -> String {
    switch action {
    case .toggleView: list.view == .compact ? "cards" : "lines"
    case .showAll where marks.rangeStart != nil: "no range"
    case .showAll where !marks.isEmpty: "unmark"
    case .showAll where list.isFinding: "matches off"
    case .quit where barBehindList != nil && screen == .list: "statistics"
    case .quit where isInTrash && screen == .list: "diary"
    case .open where screen == .list && marks.rangeStart != nil: "mark them"
    case .open where screen == .palette: "do it"
    case .open where screen == .statistics: "show them"
    case .countAll where statistics.query.hasAllBeers: "those of the list"
    case .importFile where screen == .importing: "another file"
    default: hint.label
    }
  }
}
