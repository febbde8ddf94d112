import DiaryModel
import DiaryStore
import DiaryText
import SQLiteKit
import Terminal

/// A picker whose choices are searched for in the diary whenever its text changes.
///
/// The search does not block typing: the choices of the previous text stay until those of the newest have been read.
protocol FoundPicker: Picker {
  /// What to search for.
  var subject: ChoiceRequest.Subject { get }
}

extension FoundPicker {
  var narrows: Bool { false }

  func typed(_ text: String, changing screen: inout Owner, in context: ScreenContext) -> [Intent] {
    [.loadChoices(subject, matching: text)]
  }

  func isReadingChoices(in context: ScreenContext) -> Bool { context.promptMemory.choices.isReading }

  func emptyMessage(in context: ScreenContext) -> String { searchMessage(in: context) }

  /// Returns what is said of a search without choices.
  fileprivate func searchMessage(in context: ScreenContext) -> String {
    let choices = context.promptMemory.choices
    if choices.isReading { return "Reading…" }
    return choices.failure.map { "The diary cannot be read: " + ErrorText.reason($0) + "." } ?? "No matches."
  }

  /// Opens the picker with a text, and looks for its choices.
  func opening(with text: String = "") -> [Intent] {
    [.prompt(Prompt(self, text: text)), .loadChoices(subject, matching: text)]
  }
}

/// A picker of a label, by words of its name and its brewery.
protocol LabelPicker: FoundPicker where Value == FoundLabel {}

extension LabelPicker {
  var subject: ChoiceRequest.Subject { .labels }

  func choices(in context: ScreenContext) -> [PickerChoice<FoundLabel>] { foundLabels(in: context) }

  /// Returns the labels that were found.
  func foundLabels(in context: ScreenContext) -> [PickerChoice<FoundLabel>] {
    context.promptMemory.choices.labels.map { found in
      let facts = found.label.facts
      let details = [
        BeerText.readable(facts.brewery), NumberText.count(found.label.history.times, "time"),
        found.label.history.last.map { "last " + context.appearance.dates.short($0) },
      ]
      return PickerChoice(
        BeerText.readable(facts.name) ?? BeerText.missingName,
        details.compactMap { $0 }.joined(separator: " \(context.glyphs.separator) "), found)
    }
  }
}

/// What a picker of values sets a field to.
enum PickedValue: Hashable, Sendable {
  /// The value that the field has.
  case present
  /// No value.
  case cleared
  case text(String)
}

/// A picker of a value of a field, which may also be a new one.
///
/// The value that the field has comes first, so that Enter changes nothing until something else is typed or chosen. Enter
/// takes the best match of a typed text, and the text itself if it has a digit, as in `€3`, if it corrects the accents of a
/// value, or if nothing matches.
protocol ValuePicker: FoundPicker where Value == PickedValue {
  var field: AssignableField { get }
  /// Returns what the field has; `nil` while it is being read.
  func presentValue(in context: ScreenContext) -> CommonValue?
}

extension ValuePicker {
  func choices(in context: ScreenContext) -> [PickerChoice<PickedValue>] {
    let typed = typedText(context)
    let known = knownValues(matching: typed, in: context)
    func choices(without value: String?) -> [PickerChoice<PickedValue>] {
      known.filter { $0.value != value }
        .map { PickerChoice($0.value, NumberText.count($0.count, "beer"), .text($0.value)) }
    }
    let clearing = [PickerChoice(noValue, "clears the field", PickedValue.cleared)]
    if !typed.isEmpty {
      let isPresent = typed == presentText(in: context)
      return choices(without: isPresent ? typed : nil) + (clears(typed) ? clearing : [])
    }
    func present(_ title: String) -> [PickerChoice<PickedValue>] {
      [PickerChoice(title, "unchanged", .present, isCurrent: true)]
    }
    switch presentValue(in: context) {
    case nil: return []
    // There is nothing to choose. Numbers are not listed, so nothing is known of those of other beers.
    case .same(_) where known.isEmpty && !isNumber && presentText(in: context) == nil: return []
    case .different: return present("different values") + clearing + choices(without: nil)
    case .same(let value):
      guard let text = BeerText.readable(value?.display) else {
        return present(noValue) + choices(without: nil)
      }
      return present(text) + clearing + choices(without: text)
    }
  }

  /// `€3` is not meant as the beginning of `€3.00` or `€30`, as `pub` is as that of `Pub in Soho`, and `Köstritzer` is not
  /// meant as `Kostritzer`.
  func prefersTypedText(_ text: String, in context: ScreenContext) -> Bool {
    let typed = text.trimmingWhitespace
    let folded = FuzzyMatch.folded(typed)
    return typed.contains(where: \.isNumber) || typed == presentText(in: context)
      || context.promptMemory.choices.values.contains { FuzzyMatch.folded($0.value) == folded }
  }

  func emptyMessage(in context: ScreenContext) -> String {
    let choices = context.promptMemory.choices
    return !choices.isReading && choices.failure == nil && typedText(context).isEmpty
      ? "No beer has a value yet. Type one." : searchMessage(in: context)
  }

  /// Returns the typed text, unless the diary has it in upper or lower case; the value that the field has is unchanged.
  func choice(typed text: String, in context: ScreenContext) -> PickerChoice<PickedValue>? {
    let typed = text.trimmingWhitespace
    if typed.isEmpty { return nil }
    if typed == presentText(in: context) { return PickerChoice(typed, "unchanged", .present) }
    let known = context.promptMemory.choices.values.map(\.value) + [noValue]
    let isKnown = known.contains { $0.lowercased() == typed.lowercased() }
    return isKnown ? nil : PickerChoice("Use “\(typed)”", "as typed", .text(typed))
  }

  /// Returns the values that were found, those that differ from the text only in upper and lower case first.
  private func knownValues(matching typed: String, in context: ScreenContext) -> [ValueCount] {
    func rank(_ value: String) -> Int {
      value == typed ? 0 : value.lowercased() == typed.lowercased() ? 1 : 2
    }
    let values = context.promptMemory.choices.values
    return (0...2).flatMap { place in values.filter { rank($0.value) == place } }
  }

  /// Returns what the field has, as it would be typed; `nil` if it has nothing, or if the beers differ.
  private func presentText(in context: ScreenContext) -> String? {
    guard case .same(let value)? = presentValue(in: context) else { return nil }
    return BeerText.readable(value?.display)?.trimmingWhitespace
  }

  private var isNumber: Bool { if case .number = field { true } else { false } }

  /// Returns whether a text is meant as the beginning of `no value`, which `no` is not.
  private func clears(_ typed: String) -> Bool {
    typed.count > "no".count && noValue.hasPrefix(typed.lowercased())
  }

  private func typedText(_ context: ScreenContext) -> String {
    (context.prompt?.input.text ?? "").trimmingWhitespace
  }

  private var noValue: String { "no value" }
}

extension String {
  /// The text without white space at its ends.
  var trimmingWhitespace: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}

/// The search for a picker's choices in the diary, and what it found.
struct ChoiceSearch: Hashable, Sendable {
  private(set) var labels: [FoundLabel] = []
  /// The values of a field.
  private(set) var values: [ValueCount] = []
  /// The last one removed first.
  private(set) var removedPhotos: [RemovedPhoto] = []
  /// The one with the last removal first.
  private(set) var beersWithRemovedPhotos: [BeerWithRemovedPhotos] = []
  /// What the beers of the request have in the field; `nil` until it has been read, which no text requires.
  private(set) var present: CommonValue?
  /// What the user expects the beers to have: `present`, or `nil` if a change of this session may have replaced it since.
  private(set) var expected: CommonValue?
  /// Why no choices could be read.
  private(set) var failure: StoreError?
  /// The last request.
  private var newest: ChoiceRequest?
  private(set) var isReading = false

  /// Returns a request, which replaces earlier ones; the choices of another subject are dropped.
  mutating func request(_ subject: ChoiceRequest.Subject, matching text: String) -> ChoiceRequest {
    if subject != newest?.subject {
      removeAll()
      present = nil
      expected = nil
    }
    let request = ChoiceRequest(subject: subject, text: text, generation: (newest?.generation ?? 0) + 1)
    newest = request
    isReading = true
    failure = nil
    return request
  }

  /// Applies an answer, unless a newer request was made.
  mutating func apply(_ request: ChoiceRequest, _ result: Result<FoundChoices, StoreError>) {
    guard request == newest else { return }
    isReading = false
    removeAll()
    switch result {
    case .success(.labels(let found)): labels = found
    case .success(.removedPhotos(let found)): removedPhotos = found
    case .success(.beersWithRemovedPhotos(let found)): beersWithRemovedPhotos = found
    case .success(.values(let found, let present)):
      values = found
      if let present {
        self.present = present
        expected = present
      }
    case .failure(let error): failure = error
    }
  }

  /// Notes that a change of this session was saved.
  mutating func noteChange() { expected = nil }

  private mutating func removeAll() {
    labels = []
    values = []
    removedPhotos = []
    beersWithRemovedPhotos = []
  }
}

extension AppState {
  /// Shows choices that were found, and takes the one for which Enter was pressed.
  mutating func applyChoices(
    _ request: ChoiceRequest, _ result: Result<FoundChoices, StoreError>
  ) -> [Effect] {
    promptMemory.choices.apply(request, result)
    return promptMemory.choices.isReading ? [] : resumeEnter()
  }
}
