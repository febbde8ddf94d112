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
extension FormScreen {
  func keepUnsaved(in context: ScreenContext) -> [Effect] {
    let uuid = form?.beer == nil ? nil : context.shown?.detail?.beer.uuid
    // What was offered and taken lives on in what is kept now; any other draft stays as it is.
    let earlier = recovery?.stage == .typed ? recovery?.kept.id : nil
    return form?.draft(uuid: uuid).map { [.keepDraft($0, replacing: earlier)] } ?? []
  }

  mutating func follow(in context: ScreenContext) -> [Intent] {
    dropUsedDraft(in: context) + fillWithDraft(in: context) + fill(in: context) + offerDraft(in: context)
  }

  /// Offers the next draft, once nothing else has the keys.
  private mutating func offerDraft(in context: ScreenContext) -> [Intent] {
    guard !context.isReadOnly, context.isIdle, form == nil, recovery == nil, !keptDrafts.isEmpty else {
      return []
    }
    let kept = keptDrafts.removeFirst()
    recovery = Recovery(kept: kept)
    return [.prompt(Prompt(ResumeFormQuestion(draft: kept.draft, others: keptDrafts.count)))]
  }

  /// Opens the form as it was.
  mutating func reopenDraft(in context: ScreenContext) -> [Intent] {
    guard let draft = recovery?.kept.draft else { return [] }
    guard let beer = draft.beer else {
      let intents = addBeer(in: context)
      type(draft)
      return intents
    }
    recovery?.stage = .accepted
    form = nil
    return [.showBeerWithID(beer), .open(.form), .effect(.loadFormHelp)]
  }

  private mutating func type(_ draft: FormDraft) {
    form?.type(draft)
    recovery?.stage = .typed
  }

  /// Types the draft once its beer has been read; what is gone becomes a new beer.
  private mutating func fillWithDraft(in context: ScreenContext) -> [Intent] {
    guard let recovery, recovery.stage == .accepted, context.path.last == .form, form == nil,
      let shown = context.shown
    else { return [] }
    let draft = recovery.kept.draft
    if let beer = shown.detail?.beer, beer.uuid == draft.uuid {
      form = newForm(beer: beer.id, fields: beer.fields)
      type(draft)
      return []
    }
    guard shown.detail != nil || shown.failure != nil else { return [] }
    form = newForm(beer: nil, fields: BeerFields())
    type(draft)
    return [.say("The beer is gone; what you typed becomes a new one.")]
  }

  /// Forgets the draft when its form is closed, however that came.
  ///
  /// A form that was left before it held the draft says nothing about it.
  private mutating func dropUsedDraft(in context: ScreenContext) -> [Intent] {
    guard let recovery, recovery.stage != .offered, !context.path.contains(.form) else { return [] }
    self.recovery = nil
    return recovery.stage == .typed ? [.effect(.dropDraft(recovery.kept.id))] : []
  }
}
