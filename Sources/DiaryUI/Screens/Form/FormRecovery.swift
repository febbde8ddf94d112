import DiaryModel
import DiaryStore
import DiaryText

/// A draft that is offered, or being used.
struct Recovery: Hashable, Sendable {
  enum Stage: Hashable, Sendable {
    case offered
    /// The form waits for its beer.
    case accepted
    /// The form holds it: what becomes of the form becomes of the draft.
    case typed
  }

  let kept: KeptDraft
  var stage = Stage.offered
}

// Forms whose end came from outside are offered at the next start, one after the other.
extension AppState {
  /// What has to be done before the program ends by a signal, so that nothing typed is lost without a word.
  func keepDraft() -> [Effect] {
    if let prompt, prompt.isTyped, let notice = prompt.behavior.lossNotice(prompt.input.text) {
      return [.sayAtEnd(notice)]
    }
    let uuid = screens.editing.form?.beer == nil ? nil : shown?.detail?.beer.uuid
    // What was offered and taken lives on in what is kept now; any other draft stays as it is.
    let earlier = screens.editing.recovery?.stage == .typed ? screens.editing.recovery?.kept.id : nil
    return screens.editing.form?.draft(uuid: uuid).map { [.keepDraft($0, replacing: earlier)] } ?? []
  }

  /// Offers the next draft, once nothing else has the keys.
  mutating func offerDraft() {
    guard !isReadOnly, path == [.list], prompt == nil, screens.editing.form == nil,
      screens.editing.recovery == nil, typeAhead.keys.isEmpty,
      typeAhead.current == nil, !changes.isLeaving, !screens.editing.keptDrafts.isEmpty
    else { return }
    let kept = screens.editing.keptDrafts.removeFirst()
    screens.editing.recovery = Recovery(kept: kept)
    prompt = Prompt(ResumeFormQuestion(draft: kept.draft, others: screens.editing.keptDrafts.count))
  }

  /// Opens the form as it was.
  mutating func reopen(_ draft: FormDraft) -> [Effect] {
    guard let beer = draft.beer else {
      let effects = addBeer()
      type(draft)
      return effects
    }
    screens.editing.recovery?.stage = .accepted
    shown = ShownBeer(position: list.scroll.cursor, id: beer)
    screens.editing.form = nil
    open(.form)
    return [.loadFormHelp]
  }

  private mutating func type(_ draft: FormDraft) {
    screens.editing.form?.type(draft)
    screens.editing.recovery?.stage = .typed
  }

  /// Types the draft once its beer has been read; what is gone becomes a new beer.
  mutating func fillRecoveredForm() {
    guard let recovery = screens.editing.recovery, recovery.stage == .accepted, path.last == .form,
      screens.editing.form == nil, let shown
    else {
      return
    }
    let draft = recovery.kept.draft
    if let beer = shown.detail?.beer, beer.uuid == draft.uuid {
      screens.editing.form = FormState(beer: beer.id, fields: beer.fields)
    } else if shown.detail != nil || shown.failure != nil {
      notice = Notice(text: "The beer is gone; what you typed becomes a new one.")
      screens.editing.form = FormState(beer: nil, fields: .init())
    } else {
      return
    }
    screens.editing.form?.help = screens.editing.help
    type(draft)
  }

  /// Forgets the draft when its form is closed, however that came.
  ///
  /// A form that was left before it held the draft says nothing about it.
  mutating func dropUsedDraft() -> [Effect] {
    guard let recovery = screens.editing.recovery, recovery.stage != .offered, !path.contains(.form) else {
      return []
    }
    self.screens.editing.recovery = nil
    return recovery.stage == .typed ? [.dropDraft(recovery.kept.id)] : []
  }
}
