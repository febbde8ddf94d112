import DiaryModel
import DiaryStore
import DiaryText
import SQLiteKit
import Terminal

extension ScreenKind {
  /// The form that adds or edits a beer, in which most keys type text.
  package static let form = ScreenKind(FormScreen.self, title: "Form", keys: .text) { Action.onForm }
}

/// The form that adds or edits a beer.
struct FormScreen: Screen {
  /// The beer that is being added or edited; `nil` until it has been read.
  var form: FormState?
  /// What the user drinks again, until the facts of the label have been read.
  private(set) var repeated: RepeatedBeerReference?
  /// The suggested values, and today's date.
  private(set) var suggestions: FormSuggestions?
  /// The draft that is offered or in use.
  var recovery: Recovery?
  /// The drafts to be offered after it.
  var keptDrafts: [KeptDraft] = []
  /// The drafts that the user has put off, which are offered before a new beer is added.
  var postponedDrafts: [KeptDraft] = []
  /// The draft of the form as it was last requested to be saved; `nil` if there is nothing to save.
  var currentDraft: FormDraft?

  var subject: String { "beer form" }
  var isKeptOpen: Bool { true }
  /// A new beer is not in the list yet.
  var showsListedBeers: Bool { form?.beer != nil }

  func isAwaitingAnswer(in context: ScreenContext) -> Bool {
    form?.saving != nil || isFilling(in: context)
  }

  /// A form that waits for its beer can be closed immediately.
  func acceptsWhileWaiting(_ key: Key, in context: ScreenContext) -> Bool {
    isFilling(in: context) && key == Key(.escape)
  }

  private func isFilling(in context: ScreenContext) -> Bool {
    guard form == nil else { return false }
    return repeated != nil || context.currentBeer != nil && context.currentBeer?.failure == nil
  }

  // MARK: - Text

  var textInput: TextInputKind {
    guard let form, !form.isSaving else { return .none }
    return form.takesLines ? .lines : .line
  }

  /// Typing in the last field searches the custom fields.
  mutating func type(_ key: Key, in context: ScreenContext) -> [Intent] {
    if form?.field.opensFields == true, let character = key.character {
      return [.prompt(Prompt(FormFieldPicker(), text: String(character)))]
    }
    return change(in: context) { $0.press(key) }
  }

  mutating func insert(_ text: String) { form?.insert(text) }

  /// Changes the form, or moves in it; in words, says what is wrong with a field that the cursor does not leave, and which
  /// other fields were changed.
  mutating func change(in context: ScreenContext, _ change: (inout FormState) -> Void) -> [Intent] {
    guard var form else { return [] }
    let before = form
    let left = form.field.kind
    change(&form)
    self.form = form
    // A typed time may be in the future.
    let time: [Intent] = form.field.kind == .date && left != .date ? [.effect(.loadToday)] : []
    guard context.appearance.usesWords else { return time }
    if form.field.kind == left, let sentence = form.field.problemSentence {
      return time + [.say(sentence, kind: .problem)]
    }
    return time + (form.sentence(aboutChangesSince: before).map { [.say($0)] } ?? [])
  }

  /// The key that accepts a suggestion comes early, because the others are known from field to field.
  func firstHints(in context: ScreenContext) -> [Action] { [.save, .completeField] }

  mutating func clampScrolling(in context: ScreenContext) { form?.textSize = Self.textSize(context) }

  mutating func handle(_ event: MouseEvent, in context: ScreenContext) -> [Intent] {
    guard case .press = event.kind, context.layout.body.contains(event.point.row) else { return [] }
    return change(in: context) { [self] in click(event.point, on: &$0, in: context) }
  }

  // MARK: - Opening and closing

  /// Opens the form for a new beer.
  ///
  /// - Parameter name: The name to begin with; `nil` for none.
  mutating func addBeer(named name: String? = nil, in context: ScreenContext) -> [Intent] {
    form = FormState(
      beer: nil, fields: BeerFields(), in: context.appearance.timeZone,
      sheet: context.configuration.tastingSheet)
    form?.dateFormat = context.appearance.dateFormat
    form?.knownFields = context.knownFields
    if let name { form?.begin(withName: name) }
    return [.open(.form), context.loadFormSuggestions, .loadVocabulary]
  }

  /// Opens the form for the beer under the cursor or on the screen, and fills it once the beer has been read.
  mutating func editBeer(in context: ScreenContext) -> [Intent] {
    form = nil
    return (context.currentBeer == nil ? [.selectBeer(at: context.list.scroll.cursor)] : [])
      + [.open(.form), context.loadFormSuggestions, .loadVocabulary]
  }

  /// Opens the form for another beer with the label of the one under the cursor or on the screen.
  mutating func drinkAgain(in context: ScreenContext) -> [Intent] {
    guard let beer = context.currentBeer?.id ?? context.list.window[context.list.scroll.cursor]?.id else {
      return []
    }
    return drinkAgain(.beer(beer), in: context)
  }

  /// Opens the form for another beer with a label, and fills it once the label's facts have been read.
  mutating func drinkAgain(_ reference: RepeatedBeerReference, in context: ScreenContext) -> [Intent] {
    form = nil
    repeated = reference
    return [
      .open(.form), .effect(.loadRepeatedBeer(reference)), context.loadFormSuggestions, .loadVocabulary,
    ]
  }

  /// Fills the form with the facts of a label, and with a draft that waits for them; the cursor is in the field for the
  /// rating.
  private mutating func fill(
    with result: Result<RepeatedBeer?, StoreError>, of reference: RepeatedBeerReference,
    in context: ScreenContext
  ) -> [Intent] {
    guard repeated == reference else { return [] }
    repeated = nil
    switch result {
    case .success(let again?):
      form = newForm(beer: nil, fields: BeerFields(again.facts), in: context)
      form?.knownFields = context.knownFields
      form?.begin(with: again)
      form?.moveCursor(to: .rating)
      typeAcceptedDraft()
      guard context.appearance.usesWords, let form else { return [] }
      return [.say(form.openingSentence)]
    // The name and the brewery of the draft find the label that it has become a part of.
    case .success(nil) where recovery?.stage == .accepted:
      form = newForm(beer: nil, fields: BeerFields(), in: context)
      form?.knownFields = context.knownFields
      typeAcceptedDraft()
      return []
    case .success(nil): return close() + [.say("The beer is no longer in the diary.", kind: .problem)]
    case .failure(let error):
      return close() + [.say("The beer cannot be read: " + ErrorText.reason(error) + ".", kind: .problem)]
    }
  }

  /// Hides a suggestion after the typed text first, and asks before it discards changes.
  mutating func goBack(in context: ScreenContext) -> [Intent] {
    if !context.appearance.usesWords, form?.dismissSuggestion() == true { return [] }
    guard let form, form.isChanged else { return close() }
    return [.prompt(Prompt(DiscardFormQuestion(name: BeerText.readable(form.typedFields.name))))]
  }

  mutating func close() -> [Intent] {
    form = nil
    repeated = nil
    return [.back]
  }

  /// Saves the beer, unless something has to be corrected or decided first.
  ///
  /// - Parameters:
  ///   - asksForName: Whether to ask before a beer is saved that has no name.
  ///   - conflicts: The values that differ between devices, about which to ask if the user has changed their fields; `nil`
  ///     if there are none, or the user has been asked.
  mutating func save(asksForName: Bool = true, asksAbout conflicts: BeerConflicts? = nil) -> [Intent] {
    guard var form, !form.isSaving else { return [] }
    guard form.suggestions != nil else {
      self.form?.saving = .whenReady
      return []
    }
    form.saving = nil
    let values = form.values()
    self.form = form
    guard let values else { return [.say(form.problemSentence, kind: .problem)] }
    if let question = ChangedElsewherePicker(next: form) { return [.prompt(Prompt(question))] }
    if form.beer != nil, values == form.original { return close() + [.say("Nothing was changed.")] }
    let changed = form.fields.filter(\.isChanged).map(\.label)
    let discarded = changed.filter { conflicts?.labels.contains($0) == true }
    if !discarded.isEmpty {
      return [.prompt(Prompt(ConflictedFieldsQuestion(labels: discarded, asksForName: asksForName)))]
    }
    guard form.beer != nil || values.hasContent else {
      self.form?.moveCursor(to: .name)
      return [.say("Nothing to save. Enter a name first.", kind: .problem)]
    }
    if asksForName, form.lacksName(values) {
      self.form?.moveCursor(to: .name)
      return [.prompt(Prompt(UnnamedBeerQuestion()))]
    }
    self.form?.saving = .requested
    return [.effect(.change(form.request(saving: values)))]
  }

  /// Returns the values of the form's beer that differ between devices; `nil` if there are none.
  func conflicts(in context: ScreenContext) -> BeerConflicts? {
    context.currentBeer?.id == form?.beer ? context.currentBeerConflicts : nil
  }

  // MARK: - Answers

  mutating func handle(_ message: Message, in context: ScreenContext) -> [Intent] {
    switch message {
    case .vocabulary(.success(let vocabulary)): form?.knownFields = vocabulary.customFields
    case .choices(let request, .success(.labels(let found))):
      form?.setLabels(found.map(\.label), matching: request.text)
    case .formSuggestions(let suggestions): return setSuggestions(suggestions)
    case .today(let now): return setToday(now?.onlyDay)
    case .draftsFound(let drafts):
      keptDrafts = drafts.readable
      if let file = drafts.unreadableFiles.first { return [.say(Self.unreadable(file), kind: .problem)] }
    case .repeatedBeer(let reference, let result):
      form?.setBeerOfTypedName(result, of: reference)
      return fill(with: result, of: reference, in: context)
    // Another program may have added or removed beers with the typed name.
    case .storeChanged: return form?.requestedReference.map { [.effect(.loadRepeatedBeer($0))] } ?? []
    case .changed(.save, let result), .changed(.addAgain, let result): return saved(result, in: context)
    case .notesEdited(let notes, let given, let beer, let problem):
      return notesEdited(notes, from: given, beer: beer, problem: problem, in: context)
    default: break
    }
    return []
  }

  private static func unreadable(_ file: String) -> String {
    "An unsaved form cannot be read: \(file). Delete the file if you do not need it."
  }

  /// Shows the suggestions, and saves a form that waits for the date among them.
  private mutating func setSuggestions(_ suggestions: FormSuggestions) -> [Intent] {
    self.suggestions = suggestions
    form?.suggestions = suggestions
    return form?.saving == .whenReady ? save() : []
  }

  /// The date arrives before the values, which take longer to read; a form can be saved without them.
  private mutating func setToday(_ today: DiaryDate?) -> [Intent] {
    var suggestions = self.suggestions ?? FormSuggestions(today: today)
    suggestions.today = today
    return setSuggestions(suggestions)
  }

  private mutating func saved(
    _ result: Result<ChangeOutcome, ChangeFailure>, in context: ScreenContext
  ) -> [Intent] {
    guard let form, form.isSaving else { return [] }
    self.form?.saving = nil
    let error: ChangeFailure
    switch result {
    case .success(let outcome):
      // The page of a beer that was drunk again shows the new one.
      let added = form.beer == nil && context.path.contains(.beer) ? outcome.beer : nil
      return close() + (added.map { [Intent.selectTime($0)] } ?? [])
    case .failure(let failure): error = failure
    }
    if error.refusal?.kind == .changedSince { self.form?.wasRefused = true }
    return [.dropTypeAhead]
  }

  /// Fills a form that waits for its beer, or whose beer was changed elsewhere; if the beer was deleted there, saving adds
  /// it again, as for a draft.
  mutating func fill(in context: ScreenContext) -> [Intent] {
    if let form, let beer = form.beer, !form.isSaving, let current = context.currentBeer, current.id == beer,
      current.isDeleted
    {
      self.form?.noteDeletion()
      return [
        .closePrompt(ChangedElsewherePicker.self),
        .say("This beer was permanently deleted elsewhere. Save to add it again."),
      ]
    }
    guard context.path.last == .form, repeated == nil, let detail = context.currentBeer?.detail else {
      return []
    }
    let beer = detail.beer
    if form == nil { form = editForm(detail, in: context) }
    guard form?.beer == beer.id else { return [] }
    form?.ownLabel = detail.label?.uuid
    guard let form, !form.isSaving else { return [] }
    let refreshed = form.original == beer.fields ? [] : refresh(with: beer.fields, in: context)
    return refreshed + noticeTrash(beer)
  }

  /// Says that the beer was moved to the trash, or back, while the form is open.
  private mutating func noticeTrash(_ beer: Beer) -> [Intent] {
    let isInTrash = beer.deletedAt != nil
    guard form?.isInTrash != isInTrash else { return [] }
    form?.isInTrash = isInTrash
    let sentence =
      isInTrash
      ? "This beer was moved to the trash elsewhere. Saving changes it there."
      : "This beer was restored from the trash elsewhere."
    return [.notice(Notice(text: sentence))]
  }

  /// Returns the form that edits a beer.
  private func editForm(_ detail: BeerDetail, in context: ScreenContext) -> FormState {
    var form = newForm(beer: detail.beer.id, fields: detail.beer.fields, in: context)
    form.knownFields = context.knownFields
    form.isInTrash = detail.beer.deletedAt != nil
    form.ownLabel = detail.label?.uuid
    return form
  }

  func newForm(beer: Int64?, fields: BeerFields, in context: ScreenContext) -> FormState {
    var form = FormState(
      beer: beer, fields: fields, in: context.appearance.timeZone, sheet: context.configuration.tastingSheet)
    form.dateFormat = context.appearance.dateFormat
    form.suggestions = suggestions
    return form
  }
}

// Notes that are edited in the user's editor.
extension FormScreen {
  /// Opens the editor with the notes of the form, or of the beer on the screen.
  func editNotes(in context: ScreenContext) -> [Intent] {
    if context.screen == .form {
      return form.map { [.effect(.editNotes($0.notes, beer: $0.beer))] } ?? []
    }
    return (context.currentBeer?.detail?.beer).map {
      [.effect(.editNotes($0.fields.notes ?? "", beer: $0.id))]
    } ?? []
  }

  /// Handles the notes that the editor returned.
  ///
  /// The notes of the beer on the screen are saved through the form. If they cannot be saved, because the beer was changed
  /// elsewhere or the disk is full, the form stays open with them.
  private mutating func notesEdited(
    _ notes: String?, from given: String, beer: Int64?, problem: Problem?, in context: ScreenContext
  ) -> [Intent] {
    var intents: [Intent] = problem.map { [.say($0.sentence, kind: .problem)] } ?? []
    intents.append(.effect(.redrawAll))
    guard let notes else { return intents }
    // The form may be under a screen that says that the terminal became too small.
    if context.path.last == .form {
      form?.setNotes(notes, editedFrom: given)
      return intents
    }
    guard let detail = context.currentBeer?.detail, detail.beer.id == beer,
      detail.beer.fields.notes ?? "" != notes
    else { return intents }
    form = editForm(detail, in: context)
    form?.moveCursor(to: .notes)
    form?.setNotes(notes, editedFrom: given)
    return intents + [.open(.form), context.loadFormSuggestions, .loadVocabulary]
      + save(asksForName: false, asksAbout: conflicts(in: context))
  }
}

extension ScreenContext {
  /// Reads what the form suggests.
  var loadFormSuggestions: Intent {
    .effect(.loadFormSuggestions(wordsIn: configuration.tastingSheet?.parts.map(\.name) ?? []))
  }

  /// The names of the diary's custom fields; empty until they have been read.
  fileprivate var knownFields: [String] { promptMemory.vocabulary?.customFields ?? [] }
}

extension BeerFields {
  /// Whether any field but the date has a value.
  fileprivate var hasContent: Bool {
    var other = self
    other.drunkAt = nil
    return other != BeerFields()
  }
}
