import DiaryModel
import DiaryStore
import DiaryText
import Foundation

/// The unsaved texts of a form, kept when the program was terminated.
package struct FormDraft: Hashable, Sendable, Codable {
  struct Text: Hashable, Sendable, Codable {
    let kind: FormField.Kind
    let text: String
    /// The text of the field when the user changed it.
    ///
    /// `nil` for a new beer, if the user had not decided between the typed text and another one, and in drafts of earlier
    /// versions.
    var base: String?
  }

  /// The beer that was being edited; `nil` for a new one.
  let beer: Int64?
  /// The beer's UUID, because ids are reused.
  let uuid: UUID?
  /// The label of a beer that is drunk again; `nil` if the name and the brewery decide.
  var label: UUID?
  /// The texts of the changed fields; of a new beer, of all fields that are not empty.
  let texts: [Text]
  /// The field under the cursor; `nil` in drafts of earlier versions.
  var cursor: FormField.Kind?
}

extension FormDraft {
  /// The typed name; `nil` if there is none.
  package var name: String? { texts.first { $0.kind == .name }.flatMap { BeerText.readable($0.text) } }

  /// The texts, one line for each field: `Name: Orval`.
  package var lines: [String] { texts.map { "\(FormField($0.kind, text: "").label): \($0.text)" } }
}

/// The drafts that were found at the start.
package struct KeptDrafts: Equatable, Sendable {
  /// Those to offer, the newest first.
  package let readable: [KeptDraft]
  /// The paths of damaged drafts, and of those that the user must not read.
  package let unreadableFiles: [String]

  package init(_ readable: [KeptDraft], unreadableFiles: [String] = []) {
    self.readable = readable
    self.unreadableFiles = unreadableFiles
  }

  /// Whether there is nothing to offer and nothing to report.
  package var isEmpty: Bool { readable.isEmpty && unreadableFiles.isEmpty }
}

/// A draft that was found at the start.
package struct KeptDraft: Hashable, Sendable {
  /// Identifies where the draft is kept; never reused for another draft.
  package let id: String
  /// The texts of the form.
  package let draft: FormDraft

  package init(id: String, draft: FormDraft) {
    self.id = id
    self.draft = draft
  }
}

extension FormState {
  /// Returns the unsaved texts; `nil` if there are none.
  func draft(uuid: UUID?) -> FormDraft? {
    guard isChanged else { return nil }
    let repeated = beer == nil ? repeatedBeer : nil
    // A resumed form begins with the facts of the label, so the draft also has the fields whose facts were removed.
    let facts = repeated.map { self.texts(of: $0.facts) } ?? [:]
    let kept = fields.filter {
      $0.isChanged || beer == nil && (!$0.input.isEmpty || facts[$0.kind] != nil)
    }
    let texts = kept.map {
      let base = beer == nil || $0.isUndecided ? nil : $0.original
      return FormDraft.Text(kind: $0.kind, text: draftText(of: $0), base: base)
    }
    return FormDraft(beer: beer, uuid: uuid, label: repeated?.label?.uuid, texts: texts, cursor: field.kind)
  }

  /// Returns the text of a field for a draft: the day that a word such as `today` means, because the draft may be resumed
  /// on another one.
  private func draftText(of field: FormField) -> String {
    guard case .date = field.column?.content else { return field.input.text }
    return FieldText.resolvingNamedDay(field.input.text, today: suggestions?.today, in: timeZone)
  }

  /// Fills the form with the texts of a draft, and moves the cursor to the field where it was.
  ///
  /// A field whose text was changed elsewhere since has that one in ``FormField/otherText``, until the user decides.
  mutating func type(_ draft: FormDraft) {
    for text in draft.texts {
      if !fields.contains(where: { $0.kind == text.kind }) {
        fields.insert(FormField(text.kind, text: ""), at: fields.count - 1)
      }
      guard let index = fields.firstIndex(where: { $0.kind == text.kind }) else { continue }
      fields[index].input.set(text.text)
      guard beer != nil, fields[index].isChanged, text.base != fields[index].original else { continue }
      fields[index].otherText = fields[index].original
      fields[index].isChangedElsewhere = true
    }
    moveCursor(to: draft.cursor ?? field.kind)
  }
}
