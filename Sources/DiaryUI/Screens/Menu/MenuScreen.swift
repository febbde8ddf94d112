import DiaryModel
import DiaryStore
import DiaryText
import Foundation
import SQLiteKit
import Terminal

extension ScreenKind {
  /// The beers of a menu, with whether the user has had them.
  package static let menu = ScreenKind(
    MenuScreen.self, title: "Have I had this?", keys: .text, suggestsKeys: false, .opensItems
  ) { Action.onMenu }
}

/// The beers of a menu, which is pasted or typed line by line, with the answer whether the diary has them.
struct MenuScreen: Screen {
  /// A menu has fewer; comparing many more with the diary takes seconds.
  static let maxLines = 1000
  /// Lines of a menu are shorter; a pasted book may be one line, which takes long to compare.
  private static let maxLineLength = 1000

  /// The line that is being typed.
  private(set) var input = TextInput()
  /// The lines of the menu that have visible characters.
  private(set) var lines: [String] = []
  /// The indexes of the lines that were typed, which are beers even if they look like headings.
  private var typedLines: Set<Int> = []
  /// The answers to the first lines; those to the others are being read.
  private var answers: [MenuAnswer] = []
  /// Why the answers cannot be read.
  private(set) var failure: StoreError?
  var scroll = ScrollPosition()
  /// Whether lines were left out because there are too many.
  private var isFull = false
  private var needsAnswers = false
  private var pending = Pending<MenuRequest>()
  /// The request for the beers of the label that is being opened.
  private var opening = Pending<TimesRequest>()

  var subject: String { "menu" }
  var isAnimated: Bool { pending.isAwaited || opening.isAwaited }
  var isReading: Bool { pending.isAwaited }
  var textInput: TextInputKind { .lines }

  /// The next keys are for the page of the beer.
  func isAwaitingAnswer(in context: ScreenContext) -> Bool { opening.isAwaited }

  /// Returns the answer to a line; `nil` while it is being read.
  func answer(to index: Int) -> MenuAnswer? {
    guard answers.indices.contains(index), lines.indices.contains(index) else { return nil }
    var answer = answers[index]
    if answer.kind == .noBeer, typedLines.contains(index) { answer.kind = .new }
    return answer.line == lines[index] ? answer : nil
  }

  // MARK: - Lines

  mutating func willOpen(from screen: ScreenKind) { input.set("") }

  mutating func type(_ key: Key, in context: ScreenContext) -> [Intent] {
    if let move = Move(key, in: input) { return [.move(move)] }
    _ = input.press(key)
    return []
  }

  /// Adds the lines of a pasted text, or continues the typed line if there is only one.
  mutating func insert(_ text: String) {
    // Two spaces separate the parts of a line as a tab does.
    let text = text.replacing("\t", with: "  ")
    guard text.contains(where: \.isNewline) else { return input.insert(text) }
    let typed = input.text
    input.set("")
    add((typed + text).split(whereSeparator: \.isNewline).map(String.init))
  }

  private mutating func add(_ texts: [String]) {
    let readable = texts.map { $0.prefix(Self.maxLineLength).trimmingCharacters(in: .whitespaces) }
      .filter { BeerText.readable($0) != nil }
    isFull = lines.count + readable.count > Self.maxLines
    scroll.cursor = lines.count
    lines += readable.prefix(max(0, Self.maxLines - lines.count))
    needsAnswers = true
  }

  mutating func clear() { self = MenuScreen(pending: pending.cancelled, opening: opening.cancelled) }

  func statusNotice(in context: ScreenContext) -> Notice? {
    if let failure {
      return Notice(text: "The diary cannot be read: " + ErrorText.reason(failure) + ".", kind: .problem)
    }
    guard isFull else { return nil }
    return Notice(text: "Only the first \(NumberText.count(Self.maxLines)) lines are shown.", kind: .problem)
  }

  // MARK: - Answers

  /// Reads the answers to all lines again, after lines were added or the diary was changed.
  mutating func adapt(in context: ScreenContext) -> [Intent] {
    guard needsAnswers, context.path.contains(.menu), !lines.isEmpty else { return [] }
    needsAnswers = false
    return [.effect(.loadMenuAnswers(pending.begin { MenuRequest(lines: lines, generation: $0) }))]
  }

  mutating func reload() -> [Intent] {
    needsAnswers = true
    return []
  }

  mutating func handle(_ message: Message, in context: ScreenContext) -> [Intent] {
    switch message {
    case .menuAnswers(let request, let result):
      guard pending.end(with: request) else { return [] }
      switch result {
      case .success(let answers):
        self.answers = answers
        failure = nil
      case .failure(let error): failure = error
      }
    case .times(let request, let result): return opening.end(with: request) ? open(result) : []
    case .changed(_, .success), .imported, .storeChanged: needsAnswers = true
    default: break
    }
    return []
  }

  // MARK: - Opening a beer

  func openHint(in context: ScreenContext) -> String { input.isEmpty ? "open" : "look up" }

  func canOpen(in context: ScreenContext) -> Availability {
    if !input.isEmpty || opening.isAwaited || label != nil { return .enabled }
    switch answer(to: scroll.cursor)?.kind {
    case .new: return .refused("You have not had this beer.")
    case .noBeer: return .refused("This line names no beer.")
    default: return .disabled
    }
  }

  /// Adds the typed line, or opens the newest beer of the label that the line under the cursor names.
  mutating func open(in context: ScreenContext) -> [Intent] {
    if !input.isEmpty {
      let first = lines.count
      add([input.text])
      typedLines.formUnion(first..<lines.count)
      input.set("")
      return []
    }
    guard let label, !opening.isAwaited else { return [] }
    return [.effect(.loadTimes(opening.begin { TimesRequest(label: label.uuid, generation: $0) }))]
  }

  private func open(_ result: Result<[BeerListItem], StoreError>) -> [Intent] {
    switch result {
    case .success(let beers):
      guard let newest = beers.first else {
        return [.say("The beer is no longer in the diary.", kind: .problem)]
      }
      return [.selectTime(newest.id), .open(.beer)]
    case .failure(let error):
      return [.say("The beer cannot be read: " + ErrorText.reason(error) + ".", kind: .problem)]
    }
  }

  /// Whether the line under the cursor names a beer that you have not had; `false` while a line is typed.
  var isNew: Bool { input.isEmpty && answer(to: scroll.cursor)?.kind == .new }

  /// The line under the cursor if it names a beer that you have not had, or may not have had; `nil` for other lines, and
  /// while one is typed.
  var nameToAdd: String? {
    guard input.isEmpty else { return nil }
    switch answer(to: scroll.cursor)?.kind {
    case .new, .unsure: return lines[scroll.cursor]
    default: return nil
    }
  }

  /// The label that the line under the cursor names, or the nearest one; `nil` if there is none.
  private var label: Label? {
    switch answer(to: scroll.cursor)?.kind {
    case .had(let labels): labels.first
    case .unsure(let candidates): candidates.first?.label
    case .new, .noBeer, nil: nil
    }
  }

  mutating func goBack(in context: ScreenContext) -> [Intent] {
    guard opening.isAwaited else { return [.back] }
    opening.cancel()
    return []
  }

  // MARK: - Moving

  /// The lines that fit below the input.
  static func visibleLines(_ layout: Layout) -> Int { max(1, layout.body.count - 1) }

  mutating func move(_ move: Move, in context: ScreenContext) {
    scroll.move(move, count: lines.count, visible: Self.visibleLines(context.layout))
  }

  mutating func clampScrolling(in context: ScreenContext) {
    scroll.clamp(count: lines.count, visible: Self.visibleLines(context.layout))
  }

  /// Moves to the clicked line; a double click opens its beer.
  mutating func handle(_ event: MouseEvent, in context: ScreenContext) -> [Intent] {
    let rows = context.layout.body.dropFirst()
    guard case .press = event.kind, let first = rows.first, rows.contains(event.point.row) else { return [] }
    let index = scroll.top + event.point.row - first
    guard lines.indices.contains(index) else { return [] }
    scroll.cursor = index
    return [.notice(nil), .awaitDoubleClick(event.point)]
  }
}
