import DiaryModel
import DiaryStore
import DiaryText
import SQLiteKit
import Terminal

/// A picker whose choices are searched for in the diary whenever its text changes.
///
/// The search does not block typing: the choices of the previous text stay until those of the newest have been read.
protocol FoundPicker: Picker {
  /// What to search for; `nil` to search for nothing.
  var subject: ChoiceRequest.Subject? { get }
}

extension FoundPicker {
  var narrows: Bool { false }

  func typed(_ text: String, changing screen: inout Owner, in context: ScreenContext) -> [Intent] {
    loading(text)
  }

  private func loading(_ text: String) -> [Intent] {
    subject.map { [.loadChoices($0, matching: text)] } ?? []
  }

  func isReadingChoices(in context: ScreenContext) -> Bool { context.promptMemory.choices.isReading }

  func emptyMessage(in context: ScreenContext) -> String {
    let choices = context.promptMemory.choices
    if choices.isReading { return "Reading…" }
    return choices.failure.map { "The diary cannot be read: " + ErrorText.reason($0) + "." } ?? "No matches."
  }

  /// Opens the picker with a text, and looks for its choices.
  func opening(with text: String = "") -> [Intent] {
    [.prompt(Prompt(self, text: text))] + loading(text)
  }
}

/// A picker of a label, by words of its name and its brewery.
protocol LabelPicker: FoundPicker where Value == FoundLabel {}

extension LabelPicker {
  var subject: ChoiceRequest.Subject? { .labels }

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

/// A picker of a value of a field, which may also be a new one; `nil` is no value.
protocol ValuePicker: FoundPicker where Value == String? {
  var field: AssignableField { get }
}

extension ValuePicker {
  var subject: ChoiceRequest.Subject? { .values(field) }

  func choices(in context: ScreenContext) -> [PickerChoice<String?>] {
    known(in: context).map { PickerChoice($0.value, NumberText.count($0.count, "beer"), $0.value) }
  }

  /// Returns the typed text, unless the diary has it in any spelling.
  func choice(typed text: String, in context: ScreenContext) -> PickerChoice<String?>? {
    let typed = text.trimmingWhitespace
    if typed.isEmpty { return PickerChoice("no value", "clears the field", nil) }
    let isKnown = known(in: context).contains { $0.value.lowercased() == typed.lowercased() }
    return isKnown ? nil : PickerChoice("Use “\(typed)”", "as typed", typed)
  }

  private func known(in context: ScreenContext) -> [ValueCount] {
    subject == nil ? [] : context.promptMemory.choices.values
  }

  func isReadingChoices(in context: ScreenContext) -> Bool {
    subject != nil && context.promptMemory.choices.isReading
  }
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
  /// Why no choices could be read.
  private(set) var failure: StoreError?
  /// The last request.
  private var newest: ChoiceRequest?
  private(set) var isReading = false

  /// Returns a request, which replaces earlier ones; the choices of another subject are dropped.
  mutating func request(_ subject: ChoiceRequest.Subject, matching text: String) -> ChoiceRequest {
    if subject != newest?.subject {
      labels = []
      values = []
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
    labels = []
    values = []
    switch result {
    case .success(.labels(let found)): labels = found
    case .success(.values(let found)): values = found
    case .failure(let error): failure = error
    }
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
