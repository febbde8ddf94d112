import DiaryModel
import DiaryStore
import DiaryText
import Foundation
import SQLiteKit
import Terminal

extension ScreenKind {
  /// The facts for which devices wrote different values.
  package static let conflicts = ScreenKind(
    ConflictsScreen.self, title: "Conflicts", [.undoes, .hasGrid, .readsStatus]
  ) { Action.onConflicts }
}

/// Facts for which devices wrote different values without seeing each other's: a list, and the values of the one under
/// the cursor.
struct ConflictsScreen: Screen {
  /// Those that were read last; `nil` until then.
  private(set) var conflicts: [SyncConflict]?
  private(set) var scroll = ScrollPosition()
  /// The index of the selected value among those of the conflict.
  private(set) var choice = 0
  /// The first visible line of the conflict's values, which scroll together.
  private(set) var valuesTop = 0
  /// The conflicts that the user has decided, which come back if that is undone.
  private var decided: Set<SyncConflict.ID> = []
  /// Whether the user has ended a conflict since the conflicts were stored, probably the one under the cursor.
  private var hasDecided = false
  /// Whether the user may not have seen the conflict under the cursor, because it took the place of one that ended
  /// elsewhere, and no key that moves or selects was pressed since.
  private var isUnseen = false
  /// The beer to whose first conflict the cursor moves once the conflicts have been read.
  private var wantedBeer: UUID?
  /// The beer that is being looked for, to open its page.
  private var openedBeer: UUID?

  var subject: String { "conflicts" }
  var showsListedBeers: Bool { false }

  var conflictUnderCursor: SyncConflict? {
    conflicts.flatMap { $0.indices.contains(scroll.cursor) ? $0[scroll.cursor] : nil }
  }

  var selectedChoice: SyncConflict.Choice? {
    conflictUnderCursor.flatMap { $0.choices.indices.contains(choice) ? $0.choices[choice] : nil }
  }

  // MARK: - Following the diary

  mutating func adapt(in context: ScreenContext) -> [Intent] {
    guard conflicts != context.sync.conflicts else { return [] }
    let before = conflictUnderCursor
    setConflicts(context.sync.conflicts)
    if conflictUnderCursor != before { valuesTop = 0 }
    let hasEnded = before.map { before in conflicts?.contains { $0.id == before.id } != true } ?? false
    let hasEndedElsewhere = hasEnded && !hasDecided && context.screen == .conflicts
    hasDecided = false
    guard hasEndedElsewhere else { return [] }
    isUnseen = true
    return [.addToNotice("The conflict under the cursor has ended elsewhere.", alone: true)]
  }

  /// Stores conflicts that were read; the cursor stays on its fact and its value, or moves to that of a beer, or to the
  /// one that undo has brought back.
  private mutating func setConflicts(_ read: [SyncConflict]?) {
    let selected = (conflict: conflictUnderCursor, choice: selectedChoice)
    let earlier = Set((conflicts ?? []).map(\.id))
    conflicts = read
    let conflicts = read ?? []
    if let wantedBeer, let index = conflicts.firstIndex(where: { $0.beer == wantedBeer }) {
      self.wantedBeer = nil
      return moveCursor(to: index)
    }
    if let index = conflicts.firstIndex(where: { decided.contains($0.id) && !earlier.contains($0.id) }) {
      decided.remove(conflicts[index].id)
      choice = 0
      return scroll.cursor = index
    }
    guard let index = conflicts.firstIndex(where: { $0.id == selected.conflict?.id }) else {
      return choice = 0
    }
    scroll.shift(by: index - scroll.cursor)
    choice = conflicts[index].choices.firstIndex { $0 == selected.choice } ?? 0
  }

  mutating func handle(_ message: Message, in context: ScreenContext) -> [Intent] {
    switch message {
    case .beerLocated(let beer, let result): return open(beer, result, in: context)
    case .changed(let request, .success(let outcome)): note(outcome, of: request)
    default: break
    }
    return []
  }

  /// Notes whether the user has ended conflicts: by choosing values, by redoing that, or by writing their fields.
  private mutating func note(_ outcome: ChangeOutcome, of request: ChangeRequest) {
    switch request {
    case .resolve(let conflict, _):
      decided.insert(conflict.id)
      hasDecided = true
    case .resolveAll: hasDecided = true
    case .redo where outcome.changes.contains(where: { if case .resolved = $0 { true } else { false } }):
      hasDecided = true
    default:
      if let id = conflictUnderCursor?.id, outcome.endedConflicts.contains(id) { hasDecided = true }
    }
  }

  func selection(in context: ScreenContext) -> Selection? {
    guard let conflicts else { return nil }
    guard let conflict = conflictUnderCursor else {
      return conflicts.isEmpty ? Selection(id: "", words: Self.noConflicts) : nil
    }
    guard conflict.choices.indices.contains(choice) else { return nil }
    let value = ConflictText(conflict, at: choice, size: nil, context)
    return Selection(id: "\(conflict.id)", words: value.sentence(from: 0))
  }

  static let noConflicts = "No conflicts."

  // MARK: - Moving

  /// Moves the cursor to the first conflict of a beer, if it has any, now or when they have been read.
  mutating func select(beer: UUID?) {
    wantedBeer = beer
    openedBeer = nil
    guard let index = conflicts?.firstIndex(where: { $0.beer == beer && beer != nil }) else { return }
    wantedBeer = nil
    moveCursor(to: index)
  }

  private mutating func moveCursor(to index: Int) {
    isUnseen = false
    guard index != scroll.cursor else { return }
    scroll.cursor = index
    selectFirstValue()
  }

  private mutating func selectFirstValue() {
    choice = 0
    valuesTop = 0
  }

  mutating func move(_ move: Move, in context: ScreenContext) {
    isUnseen = false
    let last = max(0, (conflictUnderCursor?.choices.count ?? 0) - 1)
    switch move {
    case .left: choice = max(0, choice - 1)
    case .right: choice = min(last, choice + 1)
    default:
      let before = scroll.cursor
      scroll.move(move, count: conflicts?.count ?? 0, visible: layout(context).list.count)
      if scroll.cursor != before { selectFirstValue() }
    }
  }

  /// Selects the next value of the conflict, or the previous one; after the last one comes the first.
  mutating func selectValue(by step: Int) {
    isUnseen = false
    guard let count = conflictUnderCursor?.choices.count, count > 0 else { return }
    choice = (choice + step + count) % count
  }

  /// Scrolls all values of the conflict by half of their height, or back if `direction` is -1.
  mutating func scrollValues(by direction: Int, in context: ScreenContext) {
    guard let values = wrappedValues(context) else { return }
    let step = max(1, values.rows / 2)
    valuesTop = min(max(0, valuesTop + direction * step), values.lastTop)
  }

  /// Returns how far the values can be scrolled; 0 if they fit.
  func lastValuesTop(in context: ScreenContext) -> Int { wrappedValues(context)?.lastTop ?? 0 }

  /// Returns the values of the conflict under the cursor, wrapped for their boxes; `nil` if there is no conflict.
  func wrappedValues(_ context: ScreenContext) -> ConflictValues? {
    conflictUnderCursor.map { ConflictValues($0, choice: choice, layout(context), context) }
  }

  mutating func clampScrolling(in context: ScreenContext) {
    let before = scroll.cursor
    scroll.clamp(count: conflicts?.count ?? 0, visible: layout(context).list.count)
    if scroll.cursor != before { selectFirstValue() }
    valuesTop = min(valuesTop, lastValuesTop(in: context))
  }

  /// Moves to the clicked conflict, or selects the clicked value.
  mutating func handle(_ event: MouseEvent, in context: ScreenContext) -> [Intent] {
    guard case .press = event.kind else { return [] }
    let layout = layout(context)
    if layout.list.contains(event.point.row) {
      let index = scroll.top + event.point.row - layout.list.lowerBound
      guard conflicts?.indices.contains(index) == true else { return [] }
      moveCursor(to: index)
      return [.notice(nil)]
    }
    guard let conflict = conflictUnderCursor else { return [] }
    let boxes = layout.boxes(of: conflict, choice: choice)
    guard let box = boxes.first(where: { $0.contains(event.point) }) else { return [] }
    isUnseen = false
    choice = box.index
    return [.notice(nil)]
  }

  /// Uses the selected value on all devices, unless the key was meant for a conflict that has ended elsewhere.
  mutating func useValue(in context: ScreenContext) -> [Intent] {
    guard let conflict = conflictUnderCursor else { return [] }
    guard !isUnseen else {
      isUnseen = false
      let key = context.pressedKey.map { "Press \($0.label)" } ?? "Do that"
      return [.say("Another conflict was here. \(key) again to use this value.")]
    }
    return [.effect(.change(.resolve(conflict, choosing: choice)))]
  }

  func layout(_ context: ScreenContext) -> ConflictsLayout {
    ConflictsLayout(
      context.layout, conflictCount: conflicts?.count ?? 0, failure: context.sync.status?.failure,
      isForWords: context.appearance.usesWords)
  }

  // MARK: - Opening the beer

  mutating func openBeer() -> [Intent] {
    openedBeer = conflictUnderCursor?.beer
    return openedBeer.map { [.effect(.locateBeer($0))] } ?? []
  }

  /// Opens the page of a beer that was looked for, unless the user has gone elsewhere.
  private mutating func open(
    _ beer: UUID, _ result: Result<Int64?, StoreError>, in context: ScreenContext
  ) -> [Intent] {
    guard beer == openedBeer else { return [] }
    openedBeer = nil
    guard context.path.last == .conflicts else { return [] }
    switch result {
    case .success(let id?):
      return [.selectTime(id), .goTo(.beer)]
    case .success(nil): return [.say("The beer is no longer in the diary.", kind: .problem)]
    case .failure(let error):
      return [.say("The beer cannot be read: " + ErrorText.reason(error) + ".", kind: .problem)]
    }
  }
}
