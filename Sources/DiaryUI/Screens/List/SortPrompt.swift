import DiaryStore
import Terminal

/// The order of the list, chosen with a single key, with the highlight and Enter, or with the mouse.
struct SortPrompt: PromptBehavior {
  /// The key of the choice that the highlight was moved to; `nil` until it is moved.
  var highlightedKey: Character?

  var label: String { "Sort by" }
  var style: PromptStyle { .menu }

  func keyHints(for prompt: Prompt) -> [PromptHint] {
    [PromptHint("Enter", "sort"), PromptHint("Esc", "cancel"), PromptHint("same key:", "reverse")]
  }

  func menu(in context: ScreenContext) -> PromptMenu? {
    let page = page(context)
    return PromptMenu(lines: page.lines, cursor: page.cursor)
  }

  private func page(_ context: ScreenContext) -> SortMenu.Page {
    SortMenu(context.promptMemory.vocabulary).page(highlighting: highlightedKey, context)
  }

  /// Chooses an order or moves the highlight; any other key closes the menu.
  func press(_ key: Key, changing list: inout ListScreen, in context: ScreenContext) -> [Intent]? {
    let menu = SortMenu(context.promptMemory.vocabulary)
    let highlighted = menu.highlighted(highlightedKey, list.beers.window.query)
    switch (key.code, key.modifiers) {
    case (.right, []), (.down, []), (.tab, []): return highlight(menu.neighbor(of: highlighted, by: 1))
    case (.left, []), (.up, []), (.backTab, []): return highlight(menu.neighbor(of: highlighted, by: -1))
    case (.enter, []): return choose(highlighted, &list)
    case (.character(let character), []): return choose(menu.choice(for: character), &list)
    default: return [.closePrompt(SortPrompt.self)]
    }
  }

  /// Moves the highlight.
  func click(at point: Point, in context: ScreenContext) -> [Intent] {
    let page = page(context)
    let menuPoint = Point(
      column: point.column - 1, row: point.row - context.firstPromptRow(lineCount: page.lines.count))
    guard menuPoint.row < page.lines.count, let choice = page.choice(at: menuPoint) else { return [] }
    return highlight(choice) + [.awaitDoubleClick(point)]
  }

  private func highlight(_ choice: SortMenu.Choice?) -> [Intent] {
    [.prompt(Prompt(SortPrompt(highlightedKey: choice?.key)))]
  }

  private func choose(_ choice: SortMenu.Choice?, _ list: inout ListScreen) -> [Intent] {
    let close = Intent.closePrompt(SortPrompt.self)
    guard let choice else { return [close] }
    guard let order = choice.order else { return [.prompt(Prompt(SortFieldPrompt()))] }
    return [close] + list.beers.sort(by: order)
  }
}
