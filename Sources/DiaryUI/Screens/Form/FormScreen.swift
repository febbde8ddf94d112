import DiaryModel
import DiaryStore
import DiaryText
import Terminal

/// Adds a beer, or changes one, field by field.
enum FormScreen: ScreenBehavior {
  static func textInput(_ state: AppState) -> TextInputKind {
    guard let form = state.screens.editing.form, !form.isSaving else { return .none }
    return form.takesLines ? .lines : .line
  }

  /// Amid the words that Tab puts in, the way back leads to the one before.
  static func intercept(_ key: Key, in state: inout AppState) -> Bool {
    guard key == Key(.backTab), state.screens.editing.form?.completion != nil else { return false }
    return state.screens.editing.form?.complete(by: -1) == true
  }

  static func type(_ key: Key, in state: inout AppState) { state.screens.editing.form?.press(key) }

  static func insert(_ text: String, in state: inout AppState) { state.screens.editing.form?.insert(text) }

  /// Closes the words on offer first, and asks before it drops what was typed.
  static func goBack(in state: inout AppState) -> [Effect] {
    guard let form = state.screens.editing.form else {
      state.goBack()
      return []
    }
    if state.screens.editing.form?.dismissOffer() == true { return [] }
    if form.isChanged { state.prompt = Prompt(DiscardFormQuestion()) } else { state.leaveForm() }
    return []
  }

  /// A click goes to a field.
  static func receive(_ event: MouseEvent, in state: inout AppState) -> [Effect] {
    guard case .press = event.kind, let form = state.screens.editing.form,
      state.layout.body.contains(event.point.row)
    else {
      return []
    }
    let index = first(form, state.layout) + event.point.row - state.layout.body.lowerBound
    if form.fields.indices.contains(index) { state.screens.editing.form?.move(by: index - form.cursor) }
    return []
  }

  static func save(_ state: inout AppState) -> [Effect] {
    guard var form = state.screens.editing.form, !form.isSaving else { return [] }
    let values = form.values()
    defer { state.screens.editing.form = form }
    guard let values else {
      state.notice = Notice(text: form.problemSentence, kind: .problem)
      return []
    }
    guard form.beer == nil || values != form.original else {
      form.isSaving = true
      return state.closeForm(notice: "Nothing was changed.")
    }
    guard form.beer != nil || values.hasContent else {
      state.notice = Notice(text: "There is nothing to store yet: a name would do.", kind: .problem)
      return []
    }
    form.isSaving = true
    let expected = form.beer == nil ? nil : form.original
    return [
      .change(
        .save(beer: form.beer, fields: values, expecting: expected))
    ]
  }
}

extension BeerFields {
  /// Whether anything beside the date is known.
  fileprivate var hasContent: Bool {
    var other = self
    other.drunkAt = nil
    return other != BeerFields()
  }
}

extension AppState {
  /// Opens the form for a new beer.
  mutating func addBeer() -> [Effect] {
    screens.editing.form = FormState(beer: nil, fields: BeerFields())
    screens.editing.form?.knownFields = promptMemory.vocabulary?.customFields ?? []
    open(.form)
    return [.loadFormHelp] + askForVocabulary()
  }

  /// Opens the form for the beer under the cursor or on the screen, once it has been read.
  mutating func editBeer() -> [Effect] {
    if screen == .list { showBeer(at: list.scroll.cursor) }
    screens.editing.form = nil
    open(.form)
    fillForm()
    return [.loadFormHelp] + askForVocabulary()
  }

  /// Fills a form that waits for its beer.
  mutating func fillForm() {
    guard path.last == .form, let beer = shown?.detail?.beer else { return }
    if let form = screens.editing.form {
      guard form.isOutdated, form.beer == beer.id, form.original != beer.fields else { return }
      self.screens.editing.form?.rebase(on: beer.fields)
      notice = Notice(
        text: "Another program changed the beer: look, then Ctrl-S stores what you typed on top.")
      return
    }
    screens.editing.form = FormState(beer: beer.id, fields: beer.fields)
    screens.editing.form?.help = screens.editing.help
    screens.editing.form?.knownFields = promptMemory.vocabulary?.customFields ?? []
  }

  /// Asks for what completes names and words, unless it is on its way.
  mutating func askForVocabulary() -> [Effect] {
    guard !promptMemory.isVocabularyAsked else { return [] }
    promptMemory.isVocabularyAsked = true
    return [.loadVocabulary]
  }

  mutating func accept(_ vocabulary: FilterVocabulary?) -> [Effect] {
    promptMemory.isVocabularyAsked = false
    self.promptMemory.vocabulary = vocabulary
    screens.editing.form?.knownFields = vocabulary?.customFields ?? []
    return completeAwaited()
  }

  mutating func accept(_ help: FormHelp) {
    screens.editing.help = help
    screens.editing.form?.help = help
  }

  /// The day of the user's clock; `nil` until it has been asked for.
  var today: DiaryDate? { screens.editing.help?.today }

  /// The day comes sooner than the words, which have to be counted: a form can be stored without those.
  mutating func accept(today: DiaryDate?) {
    var help = screens.editing.help ?? FormHelp(today: today)
    help.today = today
    accept(help)
    // A filter may name days.
    recheckPrompt()
  }

  mutating func leaveForm() {
    screens.editing.form = nil
    goBack()
  }

  /// Closes the form after it was stored, or had nothing to store.
  mutating func closeForm(notice text: String? = nil) -> [Effect] {
    leaveForm()
    if let text { notice = Notice(text: text) }
    return []
  }

  /// Takes in what came of storing the form.
  mutating func formSaved(_ result: Result<ChangeOutcome, ChangeError>) {
    guard screens.editing.form?.isSaving == true else { return }
    screens.editing.form?.isSaving = false
    switch result {
    case .success:
      leaveForm()
    case .failure: typeAhead.keys = []
    }
    if case .failure(.changedSince) = result { screens.editing.form?.isOutdated = true }
  }

  /// Takes in notes that came back from the editor.
  mutating func notesEdited(_ notes: String?, beer: Int64?, problem: Problem?) -> [Effect] {
    if let problem { notice = Notice(text: problem.sentence, kind: .problem) }
    guard let notes else { return [.redrawAll] }
    if screen == .form {
      screens.editing.form?.notes = notes
      return [.redrawAll]
    }
    guard let detail = shown?.detail?.beer, detail.id == beer, detail.fields.notes ?? "" != notes
    else {
      return [.redrawAll]
    }
    var fields = detail.fields
    fields.notes = BeerText.readable(notes) == nil ? nil : notes
    return [.redrawAll, .change(.save(beer: detail.id, fields: fields, expecting: detail.fields))]
  }
}
