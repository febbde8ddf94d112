import DiaryModel
import DiaryStore
import DiaryText
import Terminal

extension Action {
  static let rate = Action(
    "rate", .beers, "Rate the beer or all marked beers, as in 4.25",
    keys: "0123456789".map { Key.character($0) }, on: [.list, .beer],
    [.changesBeers, .changesChosenBeers, .usesMarks, .keepsRange],
    when: { $0.currentBeer?.detail == nil ? $0.withListedBeer : .enabled }
  ) { context in
    // A digit may be the count of a movement that extends an open range, which is marked only before it is rated.
    let range = context.openRange
    let beers = range == nil ? context.chosenBeers : []
    guard range != nil || !beers.isEmpty else { return [] }
    return [.prompt(RatingPrompt.prompt(for: beers, range: range, in: context))]
  }
  .typingNumber { RatingPrompt.refusal(of: $0) }
  .alsoCalled("rating", "stars", "score")
}

extension ScreenContext {
  /// The positions of the range that is open in the list; `nil` if there is none.
  fileprivate var openRange: Range<Int>? {
    guard screen == .list, list.marks.rangeStart != nil else { return nil }
    return list.marks.range(to: list.scroll.cursor)
  }
}

/// A rating that is typed in the list or on the page of a beer.
struct RatingPrompt: QuietPrompt {
  /// The beers; empty for those of a range that is not marked yet.
  let beers: IDSet
  /// The beer's name, or how many beers these are.
  let subject: String
  /// The key that moves down as often as the digits say; `nil` if there is none.
  let movingKey: String?
  /// Whether one of the beers may have a rating, which a digit alone does not replace.
  let isRated: Bool
  /// The rating that the user has seen; `nil` if there are several beers, or if it was not read since the last change.
  let seen: ShownRating?

  /// The rating that the screen shows for a beer; the value is `nil` if it has none.
  struct ShownRating: Hashable {
    let value: Double?
  }

  /// Returns a prompt that begins with the pressed digit.
  ///
  /// - Parameter range: The positions of an open range, whose beers are rated instead; `nil` if there is none.
  static func prompt(for beers: IDSet, range: Range<Int>?, in context: ScreenContext) -> Prompt {
    let item = context.list.window[context.list.scroll.cursor]
    let name = BeerText.readable(
      context.currentBeer?.detail?.beer.fields.name ?? item.flatMap { beers == [$0.id] ? $0.name : nil })
    let others = context.otherTimes(of: beers).map { ", not of " + $0.text } ?? ""
    let chosen = (name.map { "“\($0.truncated(to: 30))”" } ?? context.countOfChosen(beers)) + others
    let subject = range.map { "a range of " + NumberText.count($0.count, "beer") } ?? chosen
    var digit = ""
    if case .character(let character)? = context.pressedKey?.code, beginsRating(String(character)) {
      digit = String(character)
    }
    let shown = shownRating(of: beers, in: context)
    let isReading =
      context.changes.isSaving || context.list.isReading || context.currentBeer?.isReading == true
    let behavior = RatingPrompt(
      beers: beers, subject: subject, movingKey: context.key(of: .moveDown),
      isRated: shown.map { $0.value != nil } ?? true,
      seen: isReading ? nil : shown)
    var prompt = Prompt(behavior, text: digit)
    behavior.startPause(of: &prompt)
    return prompt
  }

  /// Returns the rating that the screen shows for the only beer; `nil` if there are several, or if it is not read.
  private static func shownRating(of beers: IDSet, in context: ScreenContext) -> ShownRating? {
    if let beer = context.currentBeer?.detail?.beer, beers == [beer.id] {
      return ShownRating(value: beer.fields.rating)
    }
    guard let item = context.list.window[context.list.scroll.cursor], beers == [item.id] else { return nil }
    return ShownRating(value: item.rating)
  }

  var label: String { "Rating of \(subject)" }
  var style: PromptStyle { .menu }

  func keyHints(for prompt: Prompt) -> [PromptHint] {
    let movement = movingKey.flatMap { key in
      count(prompt.input.text).map { PromptHint(key, CountPrompt.downHint($0)) }
    }
    return [PromptHint("Enter", "rate"), PromptHint("Esc", "cancel")] + [movement].compactMap { $0 }
  }

  func menu(in context: ScreenContext) -> PromptMenu? {
    guard let prompt = context.prompt else { return nil }
    let theme = context.theme
    let text = prompt.input.text
    let end =
      text.isEmpty || Self.value(of: text) != nil
      ? StyledLine(
        context.appearance.usesWords ? prompt.problem?.sentence ?? "" : stars(text, context), theme.stars)
      : StyledLine(Self.beginsRating(text) ? Self.bounds : "not a rating", theme.problem)
    let hasRoom = label.columns + Self.inputColumns <= context.layout.contentWidth
    let start = StyledLine((hasRoom ? label : "Rating") + " ", theme.accent)
    return PromptMenu(
      lines: [start + StyledLine(text + "  ") + end],
      cursor: Point(column: start.columns + text.columns, row: 0))
  }

  private func stars(_ text: String, _ context: ScreenContext) -> String {
    BeerText.stars(Self.value(of: text), glyphs: context.glyphs)
  }

  private static let bounds = NumberRange.rating.enteredBounds

  /// The columns of a rating and its stars, with blanks: ` 4.25  ★★★★¼`.
  private static let inputColumns = 12

  /// Rates the beers.
  ///
  /// A rating that was changed elsewhere is replaced only after the user has seen it. The diary refuses the change if the
  /// screen does not show that rating yet.
  func submit(
    _ text: String, changing screen: inout NoOwner, in context: ScreenContext
  ) throws(PromptProblem) -> [Intent] {
    guard let value = Self.value(of: text) else {
      if text.isEmpty { return [] }
      // The bounds do not explain what is wrong with `4.251`.
      return [.say(Self.refusal(of: text, bounds: Self.beginsRating(text) ? " from \(Self.bounds)" : ""))]
    }
    if beers.isEmpty { return [.markRange(thenPressing: text.map { Key.character($0) } + [Key(.enter)])] }
    let isContinued = context.prompt?.isContinued == true
    let shown = Self.shownRating(of: beers, in: context)
    let replaced = seen != nil && shown?.value == value ? shown : seen
    if let replaced, let shown, shown != replaced, !(isContinued && isSavedAlready(shown, of: text)) {
      return [.prompt(prompt(text, replacing: shown))]
    }
    let rating = NumberText.exact(value)
    let question = "Rate \(context.countOfChosen(beers)) \(rating)?"
    // The beginning of a continued text was saved over what the user has seen.
    let expected = isContinued ? nil : replaced.map { CommonValue.same($0.value.map(JSONValue.number)) }
    let request = ChangeRequest.set(.number(.rating), of: beers, to: .number(value), expecting: expected)
    try context.checkQuestion(before: request, of: beers)
    return [.change(request, of: beers, asking: question)]
  }

  /// Returns a prompt with the typed text that says how the rating was changed elsewhere.
  private func prompt(_ text: String, replacing shown: ShownRating) -> Prompt {
    let change = shown.value.map { "changed elsewhere to \(NumberText.exact($0))" } ?? "removed elsewhere"
    let behavior = RatingPrompt(
      beers: beers, subject: subject, movingKey: movingKey, isRated: true, seen: shown)
    var prompt = Prompt(behavior, text: text)
    prompt.problem = PromptProblem("The rating was \(change). Press Enter again to replace it.")
    prompt.pause = .short
    // The text is printed if the program is terminated.
    prompt.isTyped = true
    return prompt
  }

  /// Returns whether a rating is that of a beginning of a text which may have been saved on its own before it was
  /// continued.
  private func isSavedAlready(_ shown: ShownRating, of text: String) -> Bool {
    guard let rating = shown.value else { return false }
    return text.indices.contains { index in
      let beginning = String(text[...index])
      return Self.value(of: beginning) == rating && !waitsForEnter(beginning)
    }
  }

  func lossNotice(_ text: String) -> String? { "The rating \(text) of \(subject) was not saved." }

  /// Also takes digits and points that make it no rating, such as the 1 of `4.251`, which would otherwise begin another
  /// rating.
  ///
  /// More digits are one number, so that the count in `12j` is read as a whole.
  func accepts(_ text: String) -> Bool {
    Int.beginsCount(text) || text.wholeMatch(of: /[0-9]*[.,][0-9.,]*/) != nil
  }

  /// Digits that may be a count wait for the key that they count, and `4.` waits for its decimals.
  ///
  /// Only digits that rate a beer without a rating are saved on their own, except for a 0, which is hardly ever meant.
  func waitsForEnter(_ text: String) -> Bool {
    guard Self.beginsRating(text) else { return false }
    if text.contains(where: Self.isSeparator) { return text.last.map(Self.isSeparator) ?? false }
    return isRated || text == "0" || Self.value(of: text) == nil
  }

  /// A point after `4` makes it `4.`, and a 5 after `4.2` makes it 4.25, also if the beginning was saved already.
  ///
  /// The same beers have to be chosen. A 3 after `3.5` begins another rating, because ratings are quarters.
  func continues(_ text: String, with character: Character, in context: ScreenContext) -> Bool {
    let continued = text + String(character)
    guard Self.beginsRating(continued), continued.contains(where: Self.isSeparator) else { return false }
    let isQuarter = Self.value(of: continued).map { ($0 * 4).rounded() == $0 * 4 } ?? false
    return (Self.isSeparator(character) || isQuarter) && context.chosenBeers == beers
  }

  func count(_ text: String) -> Int? { Int(typedDigits: text).map { max(1, $0) } }

  /// A count that could be meant as a rating has rated nothing; of an open range, the number of its beers is shown.
  func countRemark(_ text: String) -> String? {
    beers.isEmpty
      ? nil : Self.value(of: text).map { _ in "The rating \(text) was not saved. Press Enter after it." }
  }

  /// Says that a text is not a rating.
  static func refusal(of text: String, bounds: String = "") -> String {
    "\(text) is not a rating\(bounds). Nothing was changed."
  }

  private static func isSeparator(_ character: Character) -> Bool { character == "." || character == "," }

  /// Whether a text is a number with up to two decimals, or the beginning of one.
  private static func beginsRating(_ text: String) -> Bool {
    text.wholeMatch(of: /[0-9]+([.,][0-9]{0,2})?/) != nil
  }

  /// Returns the rating that was typed; `nil` if there is none, as in `05`, which is only a count.
  private static func value(of text: String) -> Double? {
    guard beginsRating(text), text.wholeMatch(of: /0[0-9].*/) == nil else { return nil }
    let number = text.replacing(",", with: ".")
    let value = Double(number.hasSuffix(".") ? String(number.dropLast()) : number)
    return value.flatMap { NumberRange.rating.entered.contains($0) ? $0 : nil }
  }
}
