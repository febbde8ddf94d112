import DiaryStore
import Foundation

/// What was typed into a form that the program's end kept from being stored.
package struct FormDraft: Hashable, Sendable, Codable {
  struct Text: Hashable, Sendable, Codable {
    let kind: FormField.Kind
    let text: String
  }

  /// The beer that was being edited; `nil` for a new one.
  let beer: Int64?
  /// Numbers are used again, this is not.
  let uuid: UUID?
  /// The fields that were touched.
  let texts: [Text]
}

extension FormState {
  /// What would be lost; `nil` where nothing would.
  func draft(uuid: UUID?) -> FormDraft? {
    guard isChanged else { return nil }
    let texts = fields.filter(\.isChanged).map { FormDraft.Text(kind: $0.kind, text: $0.input.text) }
    return FormDraft(beer: beer, uuid: uuid, texts: texts)
  }

  /// Types what a draft holds.
  mutating func type(_ draft: FormDraft) {
    for text in draft.texts {
      if let index = fields.firstIndex(where: { $0.kind == text.kind }) {
        fields[index].input.set(text.text)
      } else {
        var field = FormField(text.kind, text: "")
        field.input.set(text.text)
        fields.insert(field, at: fields.count - 1)
      }
    }
  }
}

// A form whose end came from outside is offered at the next start.
extension AppState {
  /// What has to be done before the program ends by a signal.
  func keepDraft() -> [Effect] {
    let uuid = form?.beer == nil ? nil : shown?.detail?.beer.uuid
    return form?.draft(uuid: uuid).map { [.keepDraft($0)] } ?? []
  }

  mutating func offer(_ draft: FormDraft) {
    guard !isReadOnly, prompt == nil, form == nil else { return }
    recovery = Recovery(draft: draft)
    prompt = Prompt(.recoverForm, label: "A beer was not stored when the program ended. Go on with it? (y/n)")
  }

  /// Opens the form as it was, or throws away what it held.
  mutating func answerOffer(_ text: String) -> [Effect] {
    guard let draft = recovery?.draft else { return [] }
    switch text.lowercased() {
    case "y", "yes":
      recovery?.isAccepted = true
      return reopen(draft)
    case "n", "no":
      recovery = nil
      return [.dropDraft]
    default:
      notice = Notice(text: "It is kept, and offered again at the next start.")
      recovery = nil
      return []
    }
  }

  private mutating func reopen(_ draft: FormDraft) -> [Effect] {
    guard let beer = draft.beer else {
      let effects = addBeer()
      form?.type(draft)
      return effects
    }
    shown = ShownBeer(position: list.scroll.cursor, id: beer)
    form = nil
    open(.form)
    return [.loadFormHelp]
  }

  /// Types the draft once its beer has been read; what is gone becomes a new beer.
  mutating func fillRecoveredForm() {
    guard let recovery, recovery.isAccepted, path.last == .form, form == nil, let shown else { return }
    if let beer = shown.detail?.beer, beer.uuid == recovery.draft.uuid {
      form = FormState(beer: beer.id, fields: beer.fields)
    } else if shown.detail != nil || shown.failure != nil {
      notice = Notice(text: "The beer is gone; what you typed becomes a new one.")
      form = FormState(beer: nil, fields: .init())
    }
    form?.help = formHelp
    form?.type(recovery.draft)
  }

  /// Forgets the draft when its form is closed, however that came.
  mutating func dropUsedDraft() -> [Effect] {
    guard recovery?.isAccepted == true, path.last != .form else { return [] }
    recovery = nil
    return [.dropDraft]
  }
}

/// A draft that is offered, or being used.
struct Recovery: Hashable, Sendable {
  let draft: FormDraft
  var isAccepted = false
}
