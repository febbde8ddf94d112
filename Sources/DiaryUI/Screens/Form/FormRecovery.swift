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
    let uuid = form?.beer == nil ? nil : shown?.detail?.beer.uuid
    // What was offered and taken lives on in what is kept now; any other draft stays as it is.
    let earlier = recovery?.stage == .typed ? recovery?.kept.id : nil
    return form?.draft(uuid: uuid).map { [.keepDraft($0, replacing: earlier)] } ?? []
  }

  /// Offers the next draft, once nothing else has the keys.
  mutating func offerDraft() {
    guard !isReadOnly, path == [.list], prompt == nil, form == nil, recovery == nil, keysAhead.isEmpty,
      keyAhead == nil, !isLeaving, !keptDrafts.isEmpty
    else { return }
    let kept = keptDrafts.removeFirst()
    recovery = Recovery(kept: kept)
    prompt = Prompt(ResumeFormQuestion(draft: kept.draft, others: keptDrafts.count))
  }

  /// Opens the form as it was.
  mutating func reopen(_ draft: FormDraft) -> [Effect] {
    guard let beer = draft.beer else {
      let effects = addBeer()
      type(draft)
      return effects
    }
    recovery?.stage = .accepted
    shown = ShownBeer(position: list.scroll.cursor, id: beer)
    form = nil
    open(.form)
    return [.loadFormHelp]
  }

  private mutating func type(_ draft: FormDraft) {
    form?.type(draft)
    recovery?.stage = .typed
  }

  /// Types the draft once its beer has been read; what is gone becomes a new beer.
  mutating func fillRecoveredForm() {
    guard let recovery, recovery.stage == .accepted, path.last == .form, form == nil, let shown else {
      return
    }
    let draft = recovery.kept.draft
    if let beer = shown.detail?.beer, beer.uuid == draft.uuid {
      form = FormState(beer: beer.id, fields: beer.fields)
    } else if shown.detail != nil || shown.failure != nil {
      notice = Notice(text: "The beer is gone; what you typed becomes a new one.")
      form = FormState(beer: nil, fields: .init())
    } else {
      return
    }
    form?.help = formHelp
    type(draft)
  }

  /// Forgets the draft when its form is closed, however that came.
  ///
  /// A form that was left before it held the draft says nothing about it.
  mutating func dropUsedDraft() -> [Effect] {
    guard let recovery, recovery.stage != .offered, !path.contains(.form) else { return [] }
    self.recovery = nil
    return recovery.stage == .typed ? [.dropDraft(recovery.kept.id)] : []
  }
}
