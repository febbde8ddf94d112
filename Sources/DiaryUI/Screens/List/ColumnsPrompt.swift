import DiaryModel
import DiaryStore
import DiaryText
import Terminal

extension Action {
  static let chooseColumns = Action(
    "columns", .beers, "Choose the columns of the list, their order and width", keys: [.character("C")],
    on: [.list], when: \.withColumnsOfList
  ) { _ in [.prompt(Prompt(ColumnsPrompt())), .loadVocabulary] }
}

extension ScreenContext {
  fileprivate var withColumnsOfList: Availability {
    guard state(of: ListScreen.self).view == .compact else {
      return .refused(sentence("Cards have no columns.", press: (.toggleView, "switch to lines")))
    }
    return withListedBeer
  }
}

extension BeerQuery.Order {
  /// Whether a list in this order is sorted by the custom field of a column.
  fileprivate func isField(of kind: ListColumns.Kind) -> Bool {
    guard case .custom(let name) = self, case .custom(let field) = kind else { return false }
    return FilterKeyword.areSame(name, field)
  }
}

/// The columns of the list, below the list itself: each is switched, moved and widened with a key.
struct ColumnsPrompt: PromptBehavior {
  /// The index of the column under the cursor.
  var cursor = 0

  var label: String { "Columns" }
  var style: PromptStyle { .menu }

  func keyHints(for prompt: Prompt) -> [PromptHint] {
    [
      PromptHint("Space", "show"), PromptHint("J/K", "move"), PromptHint("+/-", "width"),
      PromptHint("r", "reset"), PromptHint("Enter", "done"),
    ]
  }

  func press(_ key: Key, changing list: inout ListScreen, in context: ScreenContext) -> [Intent]? {
    list.layout.columns.offer(CustomFieldName.distinct(context.promptMemory.vocabulary?.customFields ?? []))
    let last = list.layout.columns.columns.count - 1
    switch key {
    case Key(.down), .character("j"): return moved(to: min(last, cursor + 1))
    case Key(.up), .character("k"): return moved(to: max(0, cursor - 1))
    case Key(.home), .character("g"): return moved(to: 0)
    case Key(.end), .character("G"): return moved(to: last)
    case Key(.down, .shift), .character("J"): return moved(to: list.layout.columns.move(cursor, by: 1))
    case Key(.up, .shift), .character("K"): return moved(to: list.layout.columns.move(cursor, by: -1))
    case .character(" "): list.layout.columns.toggle(cursor)
    case .character("+"), .character("="), .character(">"): widen(by: 1, &list, context)
    case .character("-"), .character("<"): widen(by: -1, &list, context)
    case .character("r"):
      list.layout.columns = ColumnLayout()
      return moved(to: 0)
    case Key(.enter), Key(.escape), .character("q"), .character("C"):
      return [.closePrompt(ColumnsPrompt.self), .effect(.keepListLayout(list.layout))]
    default: break
    }
    return []
  }

  private func moved(to index: Int) -> [Intent] { [.prompt(Prompt(ColumnsPrompt(cursor: index)))] }

  /// Changes the width that the column has on the screen.
  private func widen(by offset: Int, _ list: inout ListScreen, _ context: ScreenContext) {
    let columns = list.layout.columns.columns
    guard columns.indices.contains(cursor) else { return }
    let kind = columns[cursor].kind
    let shown = list.columns(context).columns.first { $0.kind == kind }?.width
    guard let width = columns[cursor].width ?? shown else { return }
    list.layout.columns.setWidth(cursor, to: width + offset)
  }

  // MARK: - Drawing

  func menu(in context: ScreenContext) -> PromptMenu? {
    let columns = columns(context)
    let rows = visibleRows(of: columns, context)
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
  private func columns(_ context: ScreenContext) -> [ColumnLayout.Column] {
    var layout = owner(in: context).layout.columns
    layout.offer(CustomFieldName.distinct(context.promptMemory.vocabulary?.customFields ?? []))
    return layout.columns
  }

  /// Returns the indexes of the columns that fit with the label on up to half of the screen.
  private func visibleRows(of columns: [ColumnLayout.Column], _ context: ScreenContext) -> Range<Int> {
    let rows = max(1, context.size.height / 2 - 1)
    let first = max(0, min(cursor - rows / 2, columns.count - rows))
    return first..<min(columns.count, first + rows)
  }

  private func title(of column: ColumnLayout.Column) -> String { BeerText.readable(column.kind.name) ?? "" }

  /// Returns the width of a column on the screen, or why it is not there: `14 wide, set`.
  private func state(of column: ColumnLayout.Column, _ context: ScreenContext) -> String {
    let list = owner(in: context)
    let isSorted = list.beers.window.displayedQuery.order.isField(of: column.kind)
    let shown = list.columns(context).columns.first {
      $0.kind == column.kind || isSorted && $0.kind == .sorted
    }
    guard let shown else { return column.isShown ? absence(of: column.kind, context) : "not shown" }
    let width = "\(shown.width) wide"
    // The list has it without being asked.
    if !column.isShown { return width + ", shown in this list" }
    return width + (column.width == nil ? "" : ", set")
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

  /// Returns why a column that was switched on is not on the screen.
  private func absence(of kind: ListColumns.Kind, _ context: ScreenContext) -> String {
    let list = owner(in: context)
    if list.beers.isDistinct, kind == .place { return "hidden: a label has several venues" }
    return kind.isAddition || list.filledColumns.contains(kind) ? "hidden: no room" : "hidden: no beer has it"
  }

  /// Shows or hides the clicked column.
  func click(at point: Point, in context: ScreenContext) -> [Intent] {
    let rows = visibleRows(of: columns(context), context)
    let row = point.row - context.firstPromptRow(lineCount: rows.count + 1)
    guard (0..<rows.count).contains(row) else { return [] }
    return moved(to: rows.lowerBound + row) + [.press(.character(" "))]
  }
}
