import DiaryProcess
import DiaryUI
import Foundation

/// A form that was not saved before the program ended, and its draft.
struct UnsavedForm {
  private let draft: FormDraft
  /// The id of the draft, or why it could not be saved.
  private let kept: Result<String, any Error>

  /// Saves a draft of the form.
  ///
  /// - Parameter earlier: The draft that is deleted after this one has been saved.
  init(_ draft: FormDraft, keptIn folder: DraftFolder, replacing earlier: String?) {
    self.draft = draft
    kept = Result { try folder.save(draft, replacing: earlier) }
  }

  /// Deletes the draft, because the form was saved after all.
  func drop(from folder: DraftFolder) { if let id = try? kept.get() { folder.drop(id) } }

  /// The lines to print on the shell, so that the user knows where the typed text is.
  var lines: [String] {
    let beer = draft.name.map { "“\($0)”" } ?? "The beer"
    switch kept {
    case .success: return ["\(beer) was not saved. Start beerdiary again to resume it."]
    case .failure(let error):
      let reason = CommandFailure(describing: error).sentence
      return ["\(beer) was not saved, and neither was a draft. \(reason) You typed:"]
        + draft.lines.map { "  " + $0 }
    }
  }
}
