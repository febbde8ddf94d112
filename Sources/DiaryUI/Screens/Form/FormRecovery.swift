import DiaryModel
import DiaryStore
import DiaryText

/// A draft that is offered or in use.
struct Recovery: Hashable, Sendable {
  enum Stage: Hashable, Sendable {
    case offered
    /// The form waits until its beer or label has been read.
    case accepted
    /// The form contains the draft; closing the form deletes it.
    case typed
  }

  let kept: KeptDraft
  var stage = Stage.offered
}

// Forms that were open when the program was terminated are offered at the next start, one after another, and those that the
// user puts off again before a beer is added.
extension FormScreen {
  func willTerminate(in context: ScreenContext) -> [Effect] {
    unsavedDraft(in: context).map { [.keepDraft($0, replacing: resumedDraft)] } ?? []
  }

  mutating func adapt(in context: ScreenContext) -> [Intent] {
    dropUsedDraft(in: context) + fillWithDraft(in: context) + fill(in: context) + searchLabels()
      + keepDraftSoon(in: context) + offerDraft(in: context)
  }

  private func unsavedDraft(in context: ScreenContext) -> FormDraft? {
    form?.draft(uuid: form?.beer == nil ? nil : context.currentBeer?.detail?.beer.uuid)
  }

  /// The draft that the form was filled with, which a new one replaces; other drafts are kept.
  private var resumedDraft: String? { recovery?.stage == .typed ? recovery?.kept.id : nil }

  /// Requests that the draft is saved while the form is edited, in case the program is killed.
  private mutating func keepDraftSoon(in context: ScreenContext) -> [Intent] {
    let draft = unsavedDraft(in: context)
    guard draft != currentDraft else { return [] }
    currentDraft = draft
    return [.effect(.keepDraftSoon(draft, replacing: resumedDraft))]
  }

  /// Offers the next draft as soon as the program waits for keys.
  private mutating func offerDraft(in context: ScreenContext) -> [Intent] {
    guard !context.isReadOnly, context.isIdle, form == nil, recovery == nil, !keptDrafts.isEmpty else {
      return []
    }
    let kept = keptDrafts.removeFirst()
    recovery = Recovery(kept: kept)
    return [.prompt(Prompt(ResumeFormQuestion(draft: kept.draft, others: keptDrafts.count)))]
  }

  /// Deletes the offered draft.
  mutating func discardOfferedDraft() -> [Intent] {
    guard let draft = recovery?.kept.id else { return [] }
    recovery = nil
    return [.effect(.dropDraft(draft)), .say("Discarded the unsaved beer.")]
  }

  /// Keeps the offered draft until a beer is added, or else for the next start.
  mutating func postponeOfferedDraft(in context: ScreenContext) -> [Intent] {
    guard let kept = recovery?.kept else { return [] }
    recovery = nil
    postponedDrafts.append(kept)
    let key = context.key(of: .addBeer, on: .list).map { "when you press \($0), and " } ?? ""
    return [.say("It is offered again \(key)at the next start.")]
  }

  /// Opens the form for a new beer, but first offers a draft that was put off.
  mutating func addBeerOrResume(in context: ScreenContext) -> [Intent] {
    guard !postponedDrafts.isEmpty else { return addBeer(in: context) }
    let kept = postponedDrafts.removeFirst()
    recovery = Recovery(kept: kept)
    return [.prompt(Prompt(ResumeFormQuestion(draft: kept.draft, others: 0, addsBeer: true)))]
  }

  /// Opens the form with the draft, or waits for the beer or the label of the draft.
  mutating func reopenDraft(in context: ScreenContext) -> [Intent] {
    guard let draft = recovery?.kept.draft else { return [] }
    if let label = draft.label {
      recovery?.stage = .accepted
      return drinkAgain(.label(label), in: context)
    }
    guard let beer = draft.beer else {
      let intents = addBeer(in: context)
      type(draft)
      return intents
    }
    recovery?.stage = .accepted
    form = nil
    return [.selectBeerWithID(beer), .open(.form), context.loadFormSuggestions]
  }

  private mutating func type(_ draft: FormDraft) {
    form?.type(draft)
    recovery?.stage = .typed
  }

  /// Types the draft that waits for the label of the form, if there is one.
  mutating func typeAcceptedDraft() {
    if let recovery, recovery.stage == .accepted { type(recovery.kept.draft) }
  }

  /// Fills the form once the draft's beer has been read; a draft of a deleted beer becomes a new beer.
  private mutating func fillWithDraft(in context: ScreenContext) -> [Intent] {
    guard let recovery, recovery.stage == .accepted, context.path.last == .form, form == nil, repeated == nil,
      let currentBeer = context.currentBeer
    else { return [] }
    let draft = recovery.kept.draft
    if let beer = currentBeer.detail?.beer, beer.uuid == draft.uuid {
      form = newForm(beer: beer.id, fields: beer.fields, in: context)
      type(draft)
      return form.map { [noticeOfChanges(in: $0.fields.filter(\.isUndecided), of: $0, in: context)] } ?? []
    }
    // A beer that cannot be read may still exist.
    guard currentBeer.detail != nil || currentBeer.isDeleted else { return [] }
    form = newForm(beer: nil, fields: BeerFields(), in: context)
    type(draft)
    return [.say("The beer no longer exists. Save to add it again.")]
  }

  /// Deletes the draft when its form is closed.
  ///
  /// A draft is kept if the form was closed before it contained the draft.
  private mutating func dropUsedDraft(in context: ScreenContext) -> [Intent] {
    guard let recovery, recovery.stage != .offered, !context.path.contains(.form) else { return [] }
    self.recovery = nil
    let id = recovery.kept.id
    return [.effect(recovery.stage == .typed ? .dropDraft(id) : .releaseDraft(id))]
  }
}
