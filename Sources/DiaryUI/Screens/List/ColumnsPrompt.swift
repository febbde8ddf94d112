import DiaryModel
import DiaryStore
import DiaryText
import Terminal

extension Action {
  static let chooseColumns = Action(
    "columns", .beers, "Choose the columns of the list, their order and width", keys: [.character("C")],
    on: [.list], when: \.withColumnsOfList
  ) { context in
    let columns = context.state(of: ListScreen.self).layout.columns
    return [.prompt(Prompt(ColumnsPrompt(at: 0, in: columns, before: columns))), .loadVocabulary]
  }
}

extension ScreenContext {
  fileprivate var withColumnsOfList: Availability {
    guard state(of: ListScreen.self).view == .compact else {
      return .refused(sentence("Cards have no columns.", press: (.toggleView, "switch to lines")))
    }
    return withListedBeer
  }
}

/// The columns of the list, below the list itself: each is switched, moved and widened with a key.
struct ColumnsPrompt: PromptBehavior {
  /// The index of the column under the cursor.
  private(set) var cursor: Int
  /// The column under the cursor; `nil` if there is none.
  private var column: ColumnLayout.Column?
  /// The columns as they were when the prompt was opened, to which Escape returns.
  private let before: ColumnLayout

  init(at cursor: Int, in layout: ColumnLayout, before: ColumnLayout) {
    self.cursor = cursor
    self.before = before
    note(layout)
  }

  var label: String { "Columns" }
  var style: PromptStyle { .menu }

  func keyHints(for prompt: Prompt) -> [PromptHint] {
    let hasName = column?.kind == .name
    return (hasName ? [] : [PromptHint("Space", column?.isShown == true ? "hide" : "show")]) + [
      PromptHint("J/K", "move"), PromptHint("+/-", "width"), PromptHint("r", "reset"),
      PromptHint("/", "find"), PromptHint("Enter", "done"), PromptHint("Esc", "cancel"),
    ]
  }

  private static let help =
    "j, k, g, G, Ctrl-D and Ctrl-U move the cursor, J and K the column. Esc takes everything back."

  func handle(
    _ key: Key, of prompt: inout Prompt, changing list: inout ListScreen, in context: ScreenContext
  ) -> [Intent]? {
    list.layout.columns.offer(context.offeredFields)
    var changed = self
    prompt.problem = nil
    prompt.hint = nil
    switch key {
    case Key(.down, .shift), .character("J"): changed.cursor = list.layout.columns.move(cursor, by: 1)
    case Key(.up, .shift), .character("K"): changed.cursor = list.layout.columns.move(cursor, by: -1)
    case .character(" ") where column?.kind == .name: prompt.refuse("The name is always shown.")
    // Precedence over the others shows it, if that is possible.
    case .character(" ") where column.map { !$0.wasArranged && lacksRoom($0, list, context) } == true:
      list.layout.columns.prefer(cursor)
    case .character(" "): list.layout.columns.toggle(cursor)
    case .character("+"), .character("="), .character(">"): widen(by: 1, &list, &prompt, context)
    case .character("-"), .character("<"): widen(by: -1, &list, &prompt, context)
    case .character("r"):
      list.layout.columns = ColumnLayout()
      list.layout.columns.offer(context.offeredFields)
      changed.cursor = 0
      prompt.hint = "All columns are reset. Esc takes it back."
    case .character("/"): return [.prompt(Prompt(ColumnPlacePicker(columns: self)))]
    case .character("?"), Key(.function(1)): prompt.hint = Self.help
    case Key(.enter), .character("q"), .character("C"):
      return [.closePrompt(ColumnsPrompt.self), .effect(.keepListLayout(list.layout))]
    case Key(.escape): return nil
    default:
      guard let move = Self.moves[key] else {
        prompt.refuse("\(key.label) is not used here. ? shows the keys.")
        return []
      }
      var scroll = ScrollPosition()
      scroll.cursor = cursor
      let count = list.layout.columns.columns.count
      scroll.move(move, count: count, visible: visibleRows(of: count, context).count)
      changed.cursor = scroll.cursor
    }
    changed.note(list.layout.columns)
    prompt.behavior = changed
    return []
  }

  private static let moves: [Key: Move] = [
    Key(.down): .down, .character("j"): .down, .control("n"): .down, Key(.up): .up, .character("k"): .up,
    .control("p"): .up, Key(.home): .first, .character("g"): .first, Key(.end): .last,
    .character("G"): .last, Key(.pageDown): .pageDown, Key(.pageUp): .pageUp,
    .control("d"): .halfPageDown, .control("u"): .halfPageUp,
  ]

  /// Takes back all changes.
  func cancel(changing list: inout ListScreen, in context: ScreenContext) -> [Intent] {
    list.layout.columns = before
    return []
  }

  /// Returns the prompt with the cursor on another column.
  func moved(to index: Int, in layout: ColumnLayout) -> ColumnsPrompt {
    ColumnsPrompt(at: index, in: layout, before: before)
  }

  private mutating func note(_ layout: ColumnLayout) {
    column = layout.columns.indices.contains(cursor) ? layout.columns[cursor] : nil
  }

  /// Changes the width that the column has on the screen.
  private func widen(
    by offset: Int, _ list: inout ListScreen, _ prompt: inout Prompt, _ context: ScreenContext
  ) {
    let columns = list.layout.columns.columns
    guard columns.indices.contains(cursor) else { return }
    let kind = columns[cursor].kind
    let shown = list.columns(context).columns.first { $0.kind == kind }?.width
    guard let width = columns[cursor].width ?? shown else {
      return prompt.refuse("\(title(of: columns[cursor])) is \(state(of: columns[cursor], context)).")
    }
    list.layout.columns.setWidth(cursor, to: width + offset)
  }

  // MARK: - Drawing

  func menu(in context: ScreenContext) -> PromptMenu? {
    let columns = columns(context)
    let rows = visibleRows(of: columns.count, context)
    let choice = columns.indices.contains(cursor) ? columns[cursor] : nil
    return PromptMenu(
      lines: columns[rows].map { line($0, context) }, cursor: Point(column: 0, row: cursor - rows.lowerBound),
      choice: choice.map {
        PromptChoice(
          title: title(of: $0), explanation: state(of: $0, context),
          position: "\(cursor + 1) of \(columns.count)")
      })
  }

  /// The columns that can be chosen, with those of custom fields.
  fileprivate func columns(_ context: ScreenContext) -> [ColumnLayout.Column] {
    layout(context).columns
  }

  private func layout(_ context: ScreenContext) -> ColumnLayout {
    var layout = owner(in: context).layout.columns
    layout.offer(context.offeredFields)
    return layout
  }

  /// Returns the indexes of the columns that fit with the label on up to half of the screen.
  private func visibleRows(of count: Int, _ context: ScreenContext) -> Range<Int> {
    let rows = context.maxChoiceRows
    let first = max(0, min(cursor - rows / 2, count - rows))
    return first..<min(count, first + rows)
  }

  fileprivate func title(of column: ColumnLayout.Column) -> String {
    BeerText.readable(column.kind.name) ?? ""
  }

  /// Returns the width of a column on the screen, or why it is not there: `14 wide, set by you`.
  fileprivate func state(of column: ColumnLayout.Column, _ context: ScreenContext) -> String {
    let list = owner(in: context)
    let isSorted = column.kind.isSorted(by: list.beers.window.displayedQuery.order)
    let shown = list.columns(context).columns.first {
      $0.kind == column.kind || isSorted && $0.kind == .sorted
    }
    guard let shown else { return column.isShown ? absence(of: column.kind, context).rawValue : "not shown" }
    let width = "\(shown.width) wide"
    // The list has it without being asked.
    if !column.isShown { return width + ", shown in this list" }
    return width + (column.width == nil ? "" : ", set by you")
  }

  /// Returns a line for a column: `• Style  14 wide`.
  private func line(_ column: ColumnLayout.Column, _ context: ScreenContext) -> StyledLine {
    let theme = context.theme
    let mark = column.isShown ? "\(context.glyphs.mark) " : "  "
    let name = title(of: column).fitted(to: 18, ellipsis: String(context.glyphs.ellipsis))
    return [
      .init(mark, theme.key), .init(name, column.isShown ? theme.name : theme.secondary),
      .init("  " + state(of: column, context), theme.secondary),
    ]
  }

  /// Why a column that was switched on is not on the screen, as the prompt says it.
  private enum Absence: String {
    case severalVenues = "hidden: a label has several venues"
    case noRoom = "hidden: no room"
    case noValue = "hidden: no beer has it"
  }

  private func absence(of kind: ListColumns.Kind, _ context: ScreenContext) -> Absence {
    let list = owner(in: context)
    if list.beers.isDistinct, kind == .place { return .severalVenues }
    return kind.isAddition || list.filledColumns.contains(kind) ? .noRoom : .noValue
  }

  /// Returns whether a column that is switched on is not on the screen because others take the room.
  private func lacksRoom(
    _ column: ColumnLayout.Column, _ list: ListScreen, _ context: ScreenContext
  ) -> Bool {
    column.isShown && absence(of: column.kind, context) == .noRoom
      && !list.columns(context).columns.contains { $0.kind == column.kind }
  }

  /// Shows or hides the clicked column.
  func click(at point: Point, in context: ScreenContext) -> [Intent] {
    let rows = visibleRows(of: columns(context).count, context)
    let row = point.row - context.firstPromptRow(lineCount: rows.count + 1)
    guard (0..<rows.count).contains(row) else { return [] }
    let clicked = moved(to: rows.lowerBound + row, in: layout(context))
    return [.prompt(Prompt(clicked)), .press(.character(" "))]
  }
}

/// A column that is found by typing, to which the cursor of ``ColumnsPrompt`` moves.
struct ColumnPlacePicker: Picker {
  typealias Owner = ListScreen

  let columns: ColumnsPrompt

  var label: String { "Find column" }
  var enterHint: String { "go to it" }

  func choices(in context: ScreenContext) -> [PickerChoice<Int>] {
    columns.columns(context).enumerated().map { index, column in
      PickerChoice(
        columns.title(of: column), columns.state(of: column, context), index,
        isCurrent: index == columns.cursor)
    }
  }

  func choose(_ index: Int, changing list: inout ListScreen, in context: ScreenContext) -> [Intent] {
    [.prompt(Prompt(columns.moved(to: index, in: list.layout.columns)))]
  }

  func cancel(changing list: inout ListScreen, in context: ScreenContext) -> [Intent] {
    [.prompt(Prompt(columns))]
  }
}
