import Terminal

/// A prompt with a list of choices, which typing narrows.
///
/// Choices match if they have words that begin with the typed ones, or else the typed text somewhere; if none does, those
/// with the typed letters in this order, also with others in between. Up, Down and Tab move the highlight, Enter takes the
/// highlighted choice. The cursor stays in the input, after which the highlighted
/// choice is repeated, so that screen readers and screens with one line of choices have it as well:
///
///     struct UnitPicker: Picker {
///       var label: String { "Unit" }
///       func choices(in context: ScreenContext) -> [PickerChoice<Unit>] { … }
///       func choose(_ unit: Unit, changing screen: inout SomeScreen, in context: ScreenContext) -> [Intent] { … }
///     }
protocol Picker: PromptBehavior {
  associatedtype Value: Hashable & Sendable

  /// Returns all choices, in the order in which they are listed before anything is typed.
  func choices(in context: ScreenContext) -> [PickerChoice<Value>]
  /// Returns a choice for the typed text as it is; `nil` if only the listed choices can be taken.
  func choice(typed text: String, in context: ScreenContext) -> PickerChoice<Value>?
  /// Whether Enter takes the typed text itself, which is then the first choice; otherwise it is the last one, and Enter
  /// takes the best match.
  func prefersTypedText(_ text: String, in context: ScreenContext) -> Bool
  /// Whether typing narrows the choices; `false` if ``choices(in:)`` returns only those that match the text.
  var narrows: Bool { get }
  /// Returns the sentence that is shown if there are no choices.
  func emptyMessage(in context: ScreenContext) -> String
  /// Whether the choices for the text are still being read, so that Enter waits for them.
  func isReadingChoices(in context: ScreenContext) -> Bool
  /// What the hint for Enter says, such as “sort”.
  var enterHint: String { get }
  /// Uses a choice. The prompt is closed before the intents are carried out.
  ///
  /// - Throws: Why it cannot be used; the prompt is reopened and shows it.
  func choose(
    _ value: Value, changing screen: inout Owner, in context: ScreenContext
  ) throws(PromptProblem) -> [Intent]
}

extension Picker {
  var style: PromptStyle { .picker }
  var narrows: Bool { true }
  var enterHint: String { "choose" }
  func choice(typed text: String, in context: ScreenContext) -> PickerChoice<Value>? { nil }
  func prefersTypedText(_ text: String, in context: ScreenContext) -> Bool { false }
  func isReadingChoices(in context: ScreenContext) -> Bool { false }
  func emptyMessage(in context: ScreenContext) -> String {
    isReadingChoices(in: context) ? "Reading…" : "No matches."
  }

  func keyHints(for prompt: Prompt) -> [PromptHint] {
    [
      PromptHint("Enter", prompt.awaited == .choices ? "\(enterHint) (reading…)" : enterHint),
      PromptHint("Esc", "cancel"), PromptHint("Down/Up", "move"),
    ]
  }

  func hasKeyHints(in context: ScreenContext) -> Bool {
    isReadingChoices(in: context) || !matches(in: context).isEmpty
  }

  /// The choices that match the text of the open prompt, the best first, and that of the text itself.
  func matches(in context: ScreenContext) -> [PickerMatch<Value>] {
    let text = context.prompt?.input.text ?? ""
    let choices = choices(in: context)
    let matches =
      narrows ? PickerMatch.all(text, among: choices) : PickerMatch.found(text, among: choices)
    guard let typed = choice(typed: text, in: context) else { return matches }
    let own = PickerMatch(choice: typed, positions: [])
    return prefersTypedText(text, in: context) ? [own] + matches : matches + [own]
  }

  // MARK: - The highlight

  /// The highlight and the first visible choice.
  private func scroll(_ matches: [PickerMatch<Value>], in context: ScreenContext) -> ScrollPosition {
    var scroll = context.prompt?.highlight ?? ScrollPosition()
    if context.prompt?.highlight == nil { scroll.cursor = start(matches, in: context) }
    scroll.clamp(count: matches.count, visible: context.maxChoiceRows)
    return scroll
  }

  /// Returns the choice that is highlighted until the highlight is moved: the best match, because people type as little of
  /// a name as they need.
  ///
  /// The typed text itself is preferred to choices that only have its letters.
  private func start(_ matches: [PickerMatch<Value>], in context: ScreenContext) -> Int {
    let text = context.prompt?.input.text ?? ""
    if text.trimmingWhitespace.isEmpty { return matches.firstIndex { $0.choice.isCurrent } ?? 0 }
    let hasTypedText = choice(typed: text, in: context) != nil
    return hasTypedText && matches.first?.hasOnlyLetters == true ? matches.count - 1 : 0
  }

  /// Moves the highlight, from one end of the list to the other by a step beyond it.
  private func move(_ move: Move, in prompt: inout Prompt, _ context: ScreenContext) -> [Intent] {
    let matches = matches(in: context)
    var scroll = scroll(matches, in: context)
    let last = matches.count - 1
    switch move {
    case .down where scroll.cursor >= last: scroll.move(.first, count: matches.count, visible: 1)
    case .up where scroll.cursor == 0: scroll.move(.last, count: matches.count, visible: 1)
    default: scroll.move(move, count: matches.count, visible: context.maxChoiceRows)
    }
    scroll.clamp(count: matches.count, visible: context.maxChoiceRows)
    prompt.highlight = scroll
    prompt.problem = nil
    return []
  }

  // MARK: - Keys and clicks

  func handle(
    _ key: Key, of prompt: inout Prompt, changing screen: inout Owner, in context: ScreenContext
  ) -> [Intent]? {
    switch key {
    case Key(.down), Key(.tab), .control("n"): return move(.down, in: &prompt, context)
    case Key(.up), Key(.backTab), .control("p"): return move(.up, in: &prompt, context)
    case Key(.pageDown): return move(.pageDown, in: &prompt, context)
    case Key(.pageUp): return move(.pageUp, in: &prompt, context)
    case Key(.enter) where isReady(in: context) && isReadingChoices(in: context):
      prompt.awaited = .choices
      return []
    default:
      if let step = Move(key, in: prompt.input) { return move(step, in: &prompt, context) }
      return press(key, changing: &screen, in: context)
    }
  }

  /// Takes the highlighted choice.
  func submit(
    _ text: String, changing screen: inout Owner, in context: ScreenContext
  ) throws(PromptProblem) -> [Intent] {
    let matches = matches(in: context)
    let index = scroll(matches, in: context).cursor
    guard matches.indices.contains(index) else { throw PromptProblem(emptyMessage(in: context)) }
    return try choose(matches[index].choice.value, changing: &screen, in: context)
  }

  /// Moves the highlight to the clicked choice, which a double click takes.
  func click(at point: Point, in context: ScreenContext) -> [Intent] {
    guard var prompt = context.prompt, let page = page(in: context) else { return [] }
    let row = point.row - context.firstChoiceRow(of: page)
    guard page.lines.indices.contains(row), page.highlightedRow != nil else {
      return context.promptHint(at: point).map { [.press($0)] } ?? []
    }
    var scroll = scroll(matches(in: context), in: context)
    scroll.cursor = scroll.top + row
    prompt.highlight = scroll
    prompt.problem = nil
    return [.prompt(prompt), .awaitDoubleClick(point)]
  }

  // MARK: - Drawing

  func page(in context: ScreenContext) -> PickerPage? {
    let matches = matches(in: context)
    let scroll = scroll(matches, in: context)
    guard matches.indices.contains(scroll.cursor) else {
      let message = emptyMessage(in: context)
      return PickerPage(lines: [StyledLine(message, context.theme.secondary)], message: message)
    }
    let visible = Array(matches[scroll.top...].prefix(context.maxChoiceRows))
    let columns = PickerColumns(
      titles: visible.map(\.choice.title), explanations: visible.map(\.choice.explanation),
      hasMark: visible.contains { $0.choice.isCurrent }, context)
    let selected = matches[scroll.cursor].choice
    return PickerPage(
      lines: visible.map {
        columns.line($0.choice.title, $0.choice.explanation, isCurrent: $0.choice.isCurrent, $0.positions)
      },
      highlightedRow: scroll.cursor - scroll.top,
      highlighted: PromptChoice(
        title: selected.title, explanation: selected.explanation,
        position: matches.count > visible.count ? "\(scroll.cursor + 1) of \(matches.count)" : ""))
  }
}

extension AppState {
  /// Presses Enter again, if it waited for choices or for the words of the diary.
  mutating func resumeEnter() -> [Effect] {
    guard prompt?.awaited == .choices || prompt?.awaited == .vocabulary else { return [] }
    prompt?.awaited = nil
    return pressInPrompt(Key(.enter))
  }
}

/// The visible choices of a picker.
struct PickerPage {
  let lines: [StyledLine]
  /// The row of the highlighted choice among the lines; `nil` if there are no choices.
  var highlightedRow: Int?
  /// The highlighted choice, which is repeated after the input.
  var highlighted: PromptChoice?
  /// Why there are no choices, which is repeated after the input; `nil` if there are some.
  var message: String?
}

/// The columns in which choices are drawn: the mark of the current one, the titles, and the explanations.
struct PickerColumns {
  private static let gap = 2
  /// With less room, explanations are left out.
  private static let minExplanation = 8

  private let titleWidth: Int
  private let explanationWidth: Int
  private let hasMark: Bool
  private let appearance: Appearance

  init(titles: [String], explanations: [String], hasMark: Bool, _ context: ScreenContext) {
    appearance = context.appearance
    self.hasMark = hasMark
    let width = context.layout.contentWidth - (hasMark ? 2 : 0)
    let longest = titles.map(\.columns).max() ?? 0
    let hasExplanations = explanations.contains { !$0.isEmpty }
    let titleWidth = min(longest, hasExplanations ? max(width / 2, width - 60) : width)
    let rest = width - titleWidth - Self.gap
    let hasRoom = hasExplanations && rest >= Self.minExplanation
    self.titleWidth = hasRoom ? titleWidth : width
    explanationWidth = hasRoom ? rest : 0
  }

  /// Returns a line whose typed letters are underlined.
  func line(_ title: String, _ explanation: String, isCurrent: Bool, _ positions: [Int]) -> StyledLine {
    let theme = appearance.theme
    let ellipsis = String(appearance.glyphs.ellipsis)
    let mark = hasMark ? [StyledLine.Span(isCurrent ? "\(appearance.glyphs.mark) " : "  ", theme.key)] : []
    let typed = Set(positions)
    let letters = title.fitted(to: titleWidth, ellipsis: ellipsis).enumerated().map { index, character in
      var style = theme.name
      if typed.contains(index) { style.attributes.insert(.underline) }
      return StyledLine.Span(String(character), style)
    }
    let end =
      explanationWidth > 0
      ? [
        StyledLine.Span(
          String(repeating: " ", count: Self.gap)
            + explanation.truncated(to: explanationWidth, ellipsis: ellipsis), theme.secondary)
      ] : []
    return StyledLine(mark + letters + end)
  }
}

// MARK: - Choices

/// A line of a picker.
struct PickerChoice<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The text that typing is matched with.
  let title: String
  /// What the title does not say, such as an example or a number of beers; empty if it says everything.
  let explanation: String
  /// Other words that it is found by, such as the name of a field in files.
  let keywords: String
  let value: Value
  /// Whether it is the current value, on which the highlight begins.
  let isCurrent: Bool

  init(
    _ title: String, _ explanation: String, _ value: Value, keywords: String = "", isCurrent: Bool = false
  ) {
    self.title = title
    self.explanation = explanation
    self.keywords = keywords
    self.value = value
    self.isCurrent = isCurrent
  }
}

/// A choice that matches the typed text.
struct PickerMatch<Value: Hashable & Sendable>: Hashable, Sendable {
  let choice: PickerChoice<Value>
  /// The indexes of the typed letters in the title.
  let positions: [Int]
  /// Whether the title has only the typed letters, with others between them.
  var hasOnlyLetters = false

  /// Returns the choices that match a text, the best first; equals keep their order.
  ///
  /// Those with only the letters of the text count if nothing else matches, because they are hardly ever what is meant.
  static func all(_ typed: String, among choices: [PickerChoice<Value>]) -> [PickerMatch<Value>] {
    let typed = FuzzyMatch.folded(typed.trimmingWhitespace)
    if typed.isEmpty { return choices.map { Self(choice: $0, positions: []) } }
    let ranked = choices.enumerated().compactMap { offset, choice -> (rank: (Int, Int, Int), match: Self)? in
      guard let rank = Rank(typed, choice) else { return nil }
      let match = Self(
        choice: choice, positions: rank.positions, hasOnlyLetters: rank.closeness == .letters)
      return ((rank.closeness.rawValue, -rank.score, offset), match)
    }
    let close = ranked.filter { !$0.match.hasOnlyLetters }
    return (close.isEmpty ? ranked : close).sorted { $0.rank < $1.rank }.map(\.match)
  }

  /// Returns the choices that were found for a text.
  ///
  /// Those whose title is the text come first, then those that begin with it. Equals keep their order.
  static func found(_ typed: String, among choices: [PickerChoice<Value>]) -> [PickerMatch<Value>] {
    let typed = FuzzyMatch.folded(typed.trimmingWhitespace)
    let ranked = choices.enumerated().map { offset, choice -> (rank: (Int, Int), match: Self) in
      let title = FuzzyMatch.folded(choice.title)
      let group = !title.starts(with: typed) ? 2 : title.count == typed.count ? 0 : 1
      return ((group, offset), Self(choice: choice, positions: []))
    }
    return ranked.sorted { $0.rank < $1.rank }.map(\.match)
  }

  /// How well a choice matches.
  private struct Rank {
    /// Where the typed text is, the best first.
    enum Closeness: Int {
      /// It is the title.
      case title
      case startOfTitle
      /// Each of its words begins a word of the title.
      case words
      /// Each of its words begins a word of the title, the explanation or the keywords.
      case description
      case insideTitle
      /// Only its letters are in the title, with others between them.
      case letters
    }

    let closeness: Closeness
    var score = 0
    var positions: [Int] = []

    init?(_ typed: [Character], _ choice: PickerChoice<Value>) {
      let title = FuzzyMatch.folded(choice.title)
      let match = FuzzyMatch(folded: typed, in: title)
      let words = Self.words(title)
      let description = Self.words(FuzzyMatch.folded(choice.explanation + " " + choice.keywords))
      if title.starts(with: typed) {
        closeness = title.count == typed.count ? .title : .startOfTitle
        positions = Array(typed.indices)
      } else if Self.begins(words, with: typed) {
        closeness = .words
      } else if Self.begins(words + description, with: typed) {
        closeness = .description
        return
      } else if let match {
        closeness = title.contains(typed) ? .insideTitle : .letters
        score = match.score
        positions = match.positions
        return
      } else {
        return nil
      }
      if closeness == .words, let match { (score, positions) = (match.score, match.positions) }
    }

    private static func begins(_ words: [ArraySlice<Character>], with typed: [Character]) -> Bool {
      let starts = Self.words(typed)
      return !starts.isEmpty
        && starts.allSatisfy { start in words.contains { $0.starts(with: start) } }
    }

    private static func words(_ text: [Character]) -> [ArraySlice<Character>] {
      text.split { !$0.isLetter && !$0.isNumber }
    }
  }
}
