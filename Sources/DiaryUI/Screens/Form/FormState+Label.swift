import DiaryModel
import DiaryStore
import DiaryText
import SQLiteKit
import Terminal

// The label of a new beer: that of the beer that is drunk again, of the suggested name that the user accepted, or of a
// typed name that the diary has.
extension FormState {
  /// The label of the beer that is drunk again; `nil` if there is none, or if the name or the brewery was changed.
  var keptLabel: BeerLabel? {
    guard let repeatedBeer, has(repeatedBeer.facts.name, in: .name),
      has(repeatedBeer.facts.brewery, in: .brewery)
    else { return nil }
    return repeatedBeer.label
  }

  /// Returns whether a field has a text, without the blanks around it, which are not saved.
  private func has(_ text: String?, in kind: FormField.Kind) -> Bool {
    self.text(of: kind) == (text ?? "").trimmingWhitespace
  }

  /// Returns the text of a field without the blanks around it.
  private func text(of kind: FormField.Kind) -> String {
    fields.first { $0.kind == kind }?.input.text.trimmingWhitespace ?? ""
  }

  /// What the typed name and brewery of a new beer refer to; `nil` without a name, and if the label is known already.
  private var typedReference: RepeatedBeerReference? {
    let name = text(of: .name)
    guard beer == nil, keptLabel == nil, !name.isEmpty else { return nil }
    let brewery = text(of: .brewery)
    return .named(name, brewery: brewery.isEmpty ? nil : brewery)
  }

  /// The reference of the typed name and brewery; `nil` if it was requested already or if there is none.
  var unrequestedReference: RepeatedBeerReference? {
    typedReference == requestedReference ? nil : typedReference
  }

  /// The beer that a new one repeats if it is saved now; `nil` if it repeats no beer, or if that is not known yet.
  var beerToRepeat: RepeatedBeer? {
    if keptLabel != nil { return repeatedBeer }
    return typedReference == nil || typedReference != requestedReference ? nil : beerOfTypedName
  }

  /// Sets the beer that was found for a typed name and brewery; does nothing if those of others were requested since.
  mutating func setBeerOfTypedName(
    _ result: Result<RepeatedBeer?, StoreError>, of reference: RepeatedBeerReference
  ) {
    guard reference == requestedReference else { return }
    beerOfTypedName = try? result.get()
    findSuggestion()
  }

  /// Returns the texts of the fields that a label has facts for.
  func texts(of facts: LabelFacts) -> [FormField.Kind: String] {
    texts(of: BeerFields(facts)).filter { !$0.value.isEmpty }
  }

  /// Sets the beer that is drunk again; the form was opened with its facts.
  mutating func begin(with repeatedBeer: RepeatedBeer) {
    self.repeatedBeer = repeatedBeer
    filledTexts = texts(of: repeatedBeer.facts)
  }

  // MARK: - Completing the name

  /// Whether labels are suggested: for the name under the cursor if it was changed, unless it is that of the beer that is
  /// drunk again.
  private var completesLabels: Bool {
    field.kind == .name && field.isChanged && completion == nil && keptLabel == nil
  }

  /// The typed name if its labels have not been requested yet; otherwise `nil`.
  var unsearchedName: String? {
    let name = field.input.text
    return completesLabels && !name.isEmpty && name != searchedName ? name : nil
  }

  /// Suggests the labels that were found for a name; does nothing if those of another name were requested since.
  mutating func setLabels(_ labels: [Label], matching name: String) {
    guard name == searchedName else { return }
    foundLabels = labels
    findSuggestion()
  }

  /// The labels that complete the typed name, the most frequent first; only those of the brewery if one was typed, and
  /// not the one that the edited beer has.
  var labelSuggestions: [FieldSuggestion] {
    guard completesLabels else { return [] }
    let brewery = has(filledTexts[.brewery], in: .brewery) ? "" : text(of: .brewery).lowercased()
    let fitting = foundLabels.filter {
      $0.uuid != ownLabel && (brewery.isEmpty || ($0.facts.brewery ?? "").lowercased() == brewery)
    }
    return CompletionCandidates.matches(for: field.input.text, among: fitting) { $0.facts.name ?? "" }
      .map { FieldSuggestion($0) }
  }

  /// The value of the typed name's label for the empty field under the cursor; `nil` if there is none, or if a label was
  /// accepted already.
  ///
  /// Accepting it accepts the label, but the name and the brewery stay as they were typed.
  var factSuggestion: FieldSuggestion? {
    guard keptLabel == nil, let beerToRepeat, let text = texts(of: beerToRepeat.facts)[field.kind] else {
      return nil
    }
    var facts = beerToRepeat.facts
    facts.name = self.text(of: .name)
    let brewery = self.text(of: .brewery)
    if !brewery.isEmpty { facts.brewery = brewery }
    return FieldSuggestion(text, of: RepeatedBeer(label: beerToRepeat.label, facts: facts))
  }

  // MARK: - Facts of an accepted label

  /// Fills empty fields with the facts of a label that was accepted in the field under the cursor, and removes those of the
  /// label before.
  mutating func fill(with repeatedBeer: RepeatedBeer) {
    let texts = texts(of: repeatedBeer.facts)
    removeFilledFacts { $0.input.text != texts[$0.kind] }
    self.repeatedBeer = repeatedBeer
    acceptingField = field.kind
    // Facts that the label before has as well stay, and the field under the cursor already has its text.
    filledTexts = texts.filter { $0.key == field.kind || filledTexts[$0.key] == $0.value }
    removedTexts = [:]
    fillEmptyFields(with: texts)
  }

  /// Removes the facts of a label after undo in the field that they came with, and fills them in again when undo or redo
  /// brings its text back.
  ///
  /// - Parameters:
  ///   - previousText: The text of the field under the cursor before it was undone or redone.
  ///   - isRedo: Whether it was redone.
  mutating func updateFilledFields(previousText: String, isRedo: Bool) {
    let kind = field.kind
    guard kind == .name || kind == acceptingField,
      let text = kind == .name ? repeatedBeer?.facts.name : filledTexts[kind]
    else { return }
    let hadText = previousText.trimmingWhitespace == text.trimmingWhitespace
    let hasText = has(text, in: kind)
    if hadText, !hasText, !isRedo { removeFacts(untilTextReturnsTo: kind) }
    if hasText, !hadText, let removed = removedTexts.removeValue(forKey: kind) {
      fillEmptyFields(with: removed)
    }
  }

  /// Removes the facts of a label that was accepted, because another name will be typed; undo brings them back with it.
  mutating func forgetAcceptedLabel() {
    if acceptingField != nil { removeFacts(untilTextReturnsTo: .name) }
  }

  /// Removes the facts of the accepted label, and keeps them until undo or redo brings back the text of a field.
  private mutating func removeFacts(untilTextReturnsTo kind: FormField.Kind) {
    // What the form was opened with did not come with a text that was accepted.
    let removed = removeFilledFacts(where: \.isChanged)
    if !removed.isEmpty { removedTexts[kind] = removed }
  }

  private mutating func fillEmptyFields(with texts: [FormField.Kind: String]) {
    for index in fields.indices where fields[index].input.isEmpty {
      guard let text = texts[fields[index].kind] else { continue }
      fields[index].input.replace(with: TextInput(text))
      fields[index].problem = nil
      filledTexts[fields[index].kind] = text
    }
  }

  /// Empties the fields that still have what they were filled with, apart from the name and the field under the cursor.
  ///
  /// - Parameter isRemoved: Whether the fact in a field is removed.
  /// - Returns: The removed texts by field.
  @discardableResult
  private mutating func removeFilledFacts(where isRemoved: (FormField) -> Bool) -> [FormField.Kind: String] {
    var removed: [FormField.Kind: String] = [:]
    for index in fields.indices where index != cursor && isRemoved(fields[index]) {
      let field = fields[index]
      guard field.kind != .name, let text = filledTexts[field.kind], field.input.text == text else {
        continue
      }
      fields[index].input.replace(with: TextInput())
      removed[field.kind] = text
    }
    return removed
  }
}

extension FormScreen {
  /// Requests the labels that complete the name, and the label that the beer will have, after the name or the brewery has
  /// changed.
  mutating func searchLabels() -> [Intent] {
    var intents: [Intent] = []
    if let reference = form?.unrequestedReference {
      form?.requestedReference = reference
      form?.beerOfTypedName = nil
      intents.append(.effect(.loadRepeatedBeer(reference)))
    }
    guard let name = form?.unsearchedName else { return intents }
    form?.searchedName = name
    return intents + [.loadChoices(.labels, matching: name)]
  }
}
