import DiaryModel
import DiaryStore
import DiaryText
import Foundation
import SQLiteKit
import Terminal

extension ScreenKind {
  /// Pairs of labels that may be the same.
  package static let suggestions = ScreenKind(
    SuggestionsScreen.self, title: "Same beer?", [.undoes, .readsStatus]
  ) { Action.onSuggestions }
}

/// Pairs of labels that may be the same, side by side with what differs.
struct SuggestionsScreen: Screen {
  /// The surest first; `nil` until they have been read.
  private(set) var pairs: [SuggestedLabels]?
  private(set) var failure: StoreError?
  private(set) var scroll = ScrollPosition()
  /// The pairs that the user has decided, to which the cursor returns if that is undone.
  private var decided: Set<Set<UUID>> = []
  private var needsPairs = false
  private var pending = Pending<Int>()

  var subject: String { "beers that may be the same" }
  var isAnimated: Bool { pending.isAwaited }
  var isReading: Bool { pending.isAwaited }

  var pairUnderCursor: SuggestedLabels? {
    pairs.flatMap { $0.indices.contains(scroll.cursor) ? $0[scroll.cursor] : nil }
  }

  mutating func willOpen(from screen: ScreenKind) {
    self = SuggestionsScreen(needsPairs: true, pending: pending.cancelled)
  }

  /// Reads the pairs again after a change; those on the screen stay until then.
  mutating func adapt(in context: ScreenContext) -> [Intent] {
    guard needsPairs, context.path.contains(.suggestions) else { return [] }
    needsPairs = false
    return [.effect(.loadLabelSuggestions(generation: pending.begin { $0 }))]
  }

  mutating func reload() -> [Intent] {
    needsPairs = true
    return []
  }

  mutating func handle(_ message: Message, in context: ScreenContext) -> [Intent] {
    switch message {
    case .labelSuggestions(let generation, let result):
      guard pending.end(with: generation) else { return [] }
      switch result {
      case .success(let read):
        setPairs(read)
        failure = nil
      case .failure(let error): failure = error
      }
    case .changed(let request, .success):
      needsPairs = true
      forget(request)
    case .storeChanged: needsPairs = true
    default: break
    }
    return []
  }

  /// Removes the pairs about which the user has decided.
  private mutating func forget(_ request: ChangeRequest) {
    switch request {
    case .mergeLabels(let labels, let target):
      decided.insert(Set(labels))
      // The others are no longer labels.
      let gone = Set(labels).subtracting([target])
      pairs?.removeAll { gone.contains($0.first.uuid) || gone.contains($0.second.uuid) }
    case .keepApart(let one, let other):
      decided.insert([one, other])
      pairs?.removeAll { $0.labels == [one, other] }
    default: break
    }
  }

  /// Stores pairs that were read; the cursor stays on its pair, or moves to one that undo has brought back.
  private mutating func setPairs(_ read: [SuggestedLabels]) {
    let selected = pairUnderCursor?.labels
    let shown = Set((pairs ?? []).map(\.labels))
    pairs = read
    if let index = read.firstIndex(where: { decided.contains($0.labels) && !shown.contains($0.labels) }) {
      decided.remove(read[index].labels)
      scroll.cursor = index
    } else if let index = read.firstIndex(where: { $0.labels == selected }) {
      scroll.shift(by: index - scroll.cursor)
    }
  }

  func selection(in context: ScreenContext) -> Selection? {
    guard pairs != nil, !needsPairs, !isReading else { return nil }
    guard let pair = pairUnderCursor else { return Selection(id: "", words: Self.noPairs) }
    let labels = [pair.first, pair.second]
    return Selection(
      id: labels.map(\.uuid.uuidString).joined(separator: " "),
      words: labels.map { LabelText.title($0.facts) }.joined(separator: ", "))
  }

  private static let noPairs = "No two beers look the same."

  // MARK: - Moving

  mutating func move(_ move: Move, in context: ScreenContext) {
    scroll.move(move, count: pairs?.count ?? 0, visible: visiblePairs(context.layout))
  }

  mutating func clampScrolling(in context: ScreenContext) {
    scroll.clamp(count: pairs?.count ?? 0, visible: visiblePairs(context.layout))
  }

  /// Moves to the clicked pair.
  mutating func handle(_ event: MouseEvent, in context: ScreenContext) -> [Intent] {
    let body = context.layout.body
    guard case .press = event.kind, body.contains(event.point.row) else { return [] }
    let index = scroll.top + (event.point.row - body.lowerBound) / SuggestionLines.rows(context.layout)
    guard pairs?.indices.contains(index) == true else { return [] }
    scroll.cursor = index
    return [.notice(nil)]
  }

  /// Returns how many pairs fit; the last one needs no blank row.
  private func visiblePairs(_ layout: Layout) -> Int {
    max(1, (layout.body.count + 1) / SuggestionLines.rows(layout))
  }

  // MARK: - Drawing

  func draw(in context: ScreenContext, into canvas: inout Canvas) {
    let theme = context.theme
    let count = pairs?.count ?? 0
    let position = count > 0 ? "\(NumberText.count(scroll.cursor + 1)) of \(NumberText.count(count))" : ""
    ScreenFrame(
      title: [
        .init("Same beer?", theme.title),
        .init(count > 0 ? "   \(NumberText.count(count, "pair"))" : "", theme.secondary),
      ],
      status: StyledLine(status(context), theme.secondary),
      position: position
    ).draw(context, into: &canvas)
    guard let pairs, !pairs.isEmpty else { return drawMessage(context, into: &canvas) }
    let columns = SuggestionLines.columns(context.layout)
    let height = SuggestionLines.rows(context.layout)
    let rows = stride(from: context.layout.body.lowerBound, to: context.layout.body.upperBound, by: height)
    for (row, index) in zip(rows, scroll.top..<max(scroll.top, pairs.count)) {
      let lines = SuggestionLines(pairs[index], context).lines
      let visible = min(lines.count, context.layout.body.upperBound - row)
      let isSelected = index == scroll.cursor
      if isSelected {
        RowCursor.draw(
          row: row, column: columns.lowerBound - 1, height: visible, width: columns.count,
          context.appearance, into: &canvas)
      }
      for (offset, line) in lines.prefix(visible).enumerated() {
        canvas.put(
          isSelected ? theme.selected(line) : line,
          at: Point(column: columns.lowerBound, row: row + offset), maxWidth: columns.count)
      }
    }
    // A screen reader reads all of the pair in the status line.
    if context.appearance.usesWords { canvas.cursor = Point(column: 0, row: context.layout.statusRow) }
  }

  /// Which label stays: `m: both count as Orval (Brasserie d'Orval)`; in words, all about the pair.
  private func status(_ context: ScreenContext) -> String {
    guard let pair = pairUnderCursor else { return "" }
    if context.appearance.usesWords { return SuggestionLines(pair, context).sentence }
    guard let key = context.key(of: .mergeLabels) else { return "" }
    return "\(key): both count as \(LabelText.title(pair.target.facts))"
  }

  private func drawMessage(_ context: ScreenContext, into canvas: inout Canvas) {
    let theme = context.theme
    let line: StyledLine =
      if let failure {
        StyledLine("The diary cannot be read: " + ErrorText.reason(failure) + ".", theme.problem)
      } else if pairs == nil {
        StyledLine("\(Spinner.text(context)) Comparing the names of your beers", theme.secondary)
      } else {
        StyledLine(Self.noPairs, theme.name)
      }
    BodyMessage(lines: [line]).draw(context, into: &canvas)
  }
}

/// Two labels and what differs: side by side, or one below the other on a narrow screen.
struct SuggestionLines {
  private static let minWidth = 60
  /// Two labels that are far apart are hard to compare.
  private static let maxWidth = 104

  private let pair: SuggestedLabels
  private let context: ScreenContext

  init(_ pair: SuggestedLabels, _ context: ScreenContext) {
    self.pair = pair
    self.context = context
  }

  private static func isWide(_ layout: Layout) -> Bool { layout.contentWidth >= minWidth }

  /// The columns of a pair.
  static func columns(_ layout: Layout) -> Range<Int> { layout.textColumns(atMost: maxWidth) }

  /// The rows of a pair, with the blank row below.
  static func rows(_ layout: Layout) -> Int { isWide(layout) ? 5 : 6 }

  var lines: [StyledLine] {
    let theme = context.theme
    let width = Self.columns(context.layout).count
    let difference = StyledLine(LabelText.differences(pair.differences), theme.accent)
    guard Self.isWide(context.layout) else {
      return block(pair.first, unlike: pair.second, width: width, isShort: true)
        + block(pair.second, unlike: pair.first, width: width, isShort: true) + [difference]
    }
    let column = (width - 2) / 2
    let left = block(pair.first, unlike: pair.second, width: column)
    let right = block(pair.second, unlike: pair.first, width: column)
    return StyledLine.sideBySide(left, right, at: column + 2) + [difference]
  }

  /// The pair in words: both names and which of them stays, how they differ, and the facts of each.
  var sentence: String {
    let order = pair.target.uuid == pair.first.uuid ? "first" : "second"
    let merging = context.key(of: .mergeLabels).map { ", \($0) keeps the \(order)" } ?? ""
    let names = [pair.first, pair.second].map { LabelText.title($0.facts) }
    let details = [("first", pair.first), ("second", pair.second)].map { order, label in
      let facts = facts(of: label) + label.history.details(context.appearance.dates)
      return "\(order): " + facts.joined(separator: ", ")
    }
    let differences = LabelText.differences(pair.differences)
    return ([names.joined(separator: ", ") + merging, differences].filter { !$0.isEmpty } + details)
      .joined(separator: "; ")
  }

  private func facts(of label: Label) -> [String] {
    [label.facts.style ?? "", BeerText.abv(label.facts.abv)].filter { !$0.isEmpty }
  }

  /// The name, the facts and how often it was had, each on one line.
  ///
  /// - Parameters:
  ///   - other: The other label of the pair, from which the name is to be told apart.
  ///   - isShort: Whether the facts are left out.
  private func block(_ label: Label, unlike other: Label, width: Int, isShort: Bool = false) -> [StyledLine] {
    let theme = context.theme
    let separator = " \(context.glyphs.separator) "
    let history = label.history.details(context.appearance.dates).joined(separator: separator)
    let ellipsis = String(context.glyphs.ellipsis)
    func line(_ text: String, _ style: Style) -> StyledLine {
      StyledLine(text.truncated(to: width, ellipsis: ellipsis), style)
    }
    let name = LabelText.title(label.facts)
      .truncated(to: width, unlike: LabelText.title(other.facts), ellipsis: ellipsis)
    return [StyledLine(name, theme.name)]
      + (isShort ? [] : [line(facts(of: label).joined(separator: separator), theme.plain)])
      + [line(history, theme.secondary)]
  }
}

extension SuggestedLabels {
  /// The UUIDs of both labels.
  fileprivate var labels: Set<UUID> { [first.uuid, second.uuid] }
}
