import DiaryStore
import DiaryText
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

extension FormDraft {
  /// What the beer is called, as far as that was typed.
  package var name: String? { texts.first { $0.kind == .name }.flatMap { BeerText.readable($0.text) } }

  /// What was typed, a field each: `Name: Orval`.
  package var lines: [String] { texts.map { "\(FormField($0.kind, text: "").label): \($0.text)" } }
}

/// A draft as it was found at the start.
package struct KeptDraft: Hashable, Sendable {
  /// Stands for the place where it is kept, and is never used again for another draft.
  package let id: String
  package let draft: FormDraft

  package init(id: String, draft: FormDraft) {
    self.id = id
    self.draft = draft
  }
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
