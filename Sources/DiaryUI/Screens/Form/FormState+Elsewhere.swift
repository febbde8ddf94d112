import DiaryModel
import DiaryText
import Terminal

// A beer that is changed elsewhere, by another program or another device, while its form is open.
extension FormState {
  /// Takes the values that the beer has now; fields that the user has changed keep their texts.
  ///
  /// A field that was changed on both sides has the other value in ``FormField/otherText``, until the user decides.
  ///
  /// - Returns: The fields that were changed elsewhere, with their new texts.
  mutating func refresh(with current: BeerFields) -> [FormField] {
    let known = fields.map(\.kind)
    let typed = fields.filter(\.isChanged)
    let marked = Set(fields.filter(\.isChangedElsewhere).map(\.kind))
    let cursorKind = field.kind
    let before = texts(of: original)
    let after = texts(of: current)
    let changed = Set(before.keys).union(after.keys).filter { before[$0] ?? "" != after[$0] ?? "" }
    completion = nil
    original = current
    fields = FormField.all(current, in: timeZone, sheet: sheet)
    for field in typed { restore(field, isChangedElsewhere: changed.contains(field.kind)) }
    // A custom field without a value, whose text is about to be typed.
    if case .custom = cursorKind, !fields.contains(where: { $0.kind == cursorKind }) {
      fields.insert(FormField(cursorKind, text: ""), at: fields.count - 1)
    }
    for index in fields.indices where changed.union(marked).contains(fields[index].kind) {
      fields[index].isChangedElsewhere = true
    }
    cursor = fields.firstIndex { $0.kind == cursorKind } ?? 0
    wasRefused = false
    findSuggestion()
    let all = fields.map(\.kind) + known.filter { kind in !fields.contains { $0.kind == kind } }
    return all.filter(changed.contains).map { FormField($0, text: after[$0] ?? "") }
  }

  /// Puts a typed text back into its field.
  private mutating func restore(_ typed: FormField, isChangedElsewhere: Bool) {
    if !fields.contains(where: { $0.kind == typed.kind }) {
      fields.insert(FormField(typed.kind, text: "", weight: typed.weight), at: fields.count - 1)
    }
    guard let index = fields.firstIndex(where: { $0.kind == typed.kind }) else { return }
    fields[index].input = typed.input
    fields[index].problem = typed.problem
    guard fields[index].isChanged, isChangedElsewhere || typed.otherText != nil else { return }
    fields[index].otherText = fields[index].original
  }

  /// Returns the texts of all fields of a beer, also the empty ones.
  func texts(of values: BeerFields) -> [FormField.Kind: String] {
    let all = FormField.all(values, in: timeZone, sheet: sheet).map { ($0.kind, $0.original) }
    return Dictionary(all) { first, _ in first }
  }

  /// Keeps the typed text of a field, or takes the one that it has elsewhere.
  mutating func decide(_ kind: FormField.Kind, keepsTyped: Bool) {
    guard let index = fields.firstIndex(where: { $0.kind == kind }), let other = fields[index].otherText
    else { return }
    completion = nil
    if !keepsTyped { fields[index].input.replace(with: TextInput(other)) }
    fields[index].otherText = nil
    findSuggestion()
  }
}

extension FormField {
  /// The remark about a value that was changed elsewhere and not by the user.
  static let changedElsewhere = "changed elsewhere"
  /// Longer values are cut in a remark.
  private static let maxColumns = 24

  /// Whether the user has to choose between the typed text and the one that the field has elsewhere.
  var isUndecided: Bool { otherText != nil && isChanged }

  /// What is wrong with the text, or what the field has elsewhere: `4.5 elsewhere`; `nil` if there is nothing to say.
  func remark(glyphs: Glyphs) -> String? {
    if let problem { return problem }
    guard isUndecided, let otherText else { return nil }
    return otherText.isEmpty ? "removed elsewhere" : Self.short(otherText, glyphs: glyphs) + " elsewhere"
  }

  /// Returns the field with its text: `Rating 4.5`, or `Notes (removed)`.
  func summary(glyphs: Glyphs) -> String {
    "\(label) " + (original.isEmpty ? "(removed)" : Self.short(original, glyphs: glyphs))
  }

  private static func short(_ text: String, glyphs: Glyphs) -> String {
    text.onOneLine.truncated(to: maxColumns, ellipsis: String(glyphs.ellipsis))
  }
}

extension FormScreen {
  /// Shows the values that the beer has now, and says which have changed.
  mutating func refresh(with current: BeerFields, in context: ScreenContext) -> [Intent] {
    guard var form else { return [] }
    let wasRefused = form.wasRefused
    let changed = form.refresh(with: current)
    self.form = form
    return [
      .closePrompt(ChangedElsewherePicker.self),
      noticeOfChanges(in: changed, of: form, wasRefused: wasRefused, in: context),
    ]
  }

  /// Says which fields were changed elsewhere, and which of them the user has changed as well.
  ///
  /// - Parameter wasRefused: Whether the form was not saved because of that.
  func noticeOfChanges(
    in changed: [FormField], of form: FormState, wasRefused: Bool = false, in context: ScreenContext
  ) -> Intent {
    let undecided = form.fields.filter(\.isUndecided).map(\.label)
    let summary = changed.prefix(Self.maxSummaries).map { $0.summary(glyphs: context.glyphs) }
    let others = changed.count - summary.count
    let all = summary + (others > 0 ? ["\(NumberText.count(others)) more"] : [])
    let sentences = [
      all.isEmpty ? nil : "Changed elsewhere: \(all.joined(separator: ", ")).",
      undecided.isEmpty
        ? nil
        : "You have changed \(undecided.joined(separator: ", ")) as well. Saving asks which value to keep.",
      wasRefused ? "Check the form and save again." : nil,
    ].compactMap { $0 }
    return .notice(sentences.isEmpty ? nil : Notice(text: sentences.joined(separator: " ")))
  }

  /// More fields are counted.
  private static let maxSummaries = 4
}
