import DiaryModel
import DiaryStore
import DiaryText
import Terminal

// The label of a new beer: that of the beer for which the form was opened, or of a name that was accepted.
extension FormState {
  /// The label that is drunk again, unless its name or its brewery was changed.
  var keptLabel: BeerLabel? {
    guard let repeatedBeer, text(of: .name) == repeatedBeer.facts.name ?? "",
      text(of: .brewery) == repeatedBeer.facts.brewery ?? ""
    else { return nil }
    return repeatedBeer.label
  }

  private func text(of kind: FormField.Kind) -> String {
    fields.first { $0.kind == kind }?.input.text ?? ""
  }

  /// Returns the texts of the fields that a label has facts for.
  func texts(of facts: LabelFacts) -> [FormField.Kind: String] {
    texts(of: BeerFields(facts)).filter { !$0.value.isEmpty }
  }

  /// Sets what is drunk again, with whose facts the form was opened.
  mutating func begin(with repeatedBeer: RepeatedBeer) {
    self.repeatedBeer = repeatedBeer
    filledTexts = texts(of: repeatedBeer.facts)
  }

  // MARK: - Completing the name

  /// Whether the name under the cursor is completed; that of a label which is drunk again is complete.
  private var completesLabels: Bool {
    field.kind == .name && field.isChanged && completion == nil && keptLabel == nil
  }

  /// The typed name for which labels have to be looked for; `nil` if there is none.
  var unsearchedName: String? {
    let name = field.input.text
    return completesLabels && !name.isEmpty && name != searchedName ? name : nil
  }

  /// Suggests labels that were found for the name, unless other ones are being looked for.
  mutating func show(_ labels: [Label], matching name: String) {
    guard name == searchedName else { return }
    self.labels = labels
    findSuggestion()
  }

  /// The labels that complete the typed name, the most frequent first; only those of the brewery if it was typed.
  var labelSuggestions: [FieldSuggestion] {
    guard completesLabels else { return [] }
    let brewery = filledTexts[.brewery] == text(of: .brewery) ? "" : text(of: .brewery).lowercased()
    let fitting = labels.filter { brewery.isEmpty || ($0.facts.brewery ?? "").lowercased() == brewery }
    return CompletionCandidates.matches(for: field.input.text, among: fitting) { $0.facts.name ?? "" }
      .map { FieldSuggestion($0) }
  }

  // MARK: - Facts of an accepted label

  /// Fills empty fields with the facts of a label that was accepted, and takes back those of another one.
  mutating func fill(with repeatedBeer: RepeatedBeer) {
    takeBackFacts { _ in true }
    self.repeatedBeer = repeatedBeer
    filledTexts = [:]
    takenBackTexts = [:]
    fillEmptyFields(with: texts(of: repeatedBeer.facts))
  }

  /// Takes back the facts of a label when its name is undone, and fills them in again when undo or redo brings it back.
  ///
  /// - Parameter before: The name before that.
  mutating func followName(from before: String, isRedo: Bool) {
    guard let name = repeatedBeer?.facts.name, before != field.input.text else { return }
    // What the form was opened with did not come with a name that was accepted.
    if !isRedo, before == name { takeBackFacts(where: \.isChanged) }
    if field.input.text == name {
      fillEmptyFields(with: takenBackTexts)
      takenBackTexts = [:]
    }
  }

  private mutating func fillEmptyFields(with texts: [FormField.Kind: String]) {
    for index in fields.indices where fields[index].input.isEmpty {
      guard let text = texts[fields[index].kind] else { continue }
      fields[index].input.replace(with: TextInput(text))
      fields[index].problem = nil
      filledTexts[fields[index].kind] = text
    }
  }

  /// Empties the fields that still have what they were filled with, apart from the name under the cursor.
  ///
  /// - Parameter isTakenBack: Whether a field is emptied.
  private mutating func takeBackFacts(where isTakenBack: (FormField) -> Bool) {
    for index in fields.indices where index != cursor && isTakenBack(fields[index]) {
      guard let text = filledTexts[fields[index].kind], fields[index].input.text == text else { continue }
      fields[index].input.replace(with: TextInput())
      takenBackTexts[fields[index].kind] = text
    }
  }
}

extension FormScreen {
  /// Looks for the labels that complete the name, whenever it is typed.
  mutating func searchLabels() -> [Intent] {
    guard let name = form?.unsearchedName else { return [] }
    form?.searchedName = name
    return [.loadChoices(.labels, matching: name)]
  }
}
