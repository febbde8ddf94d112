import DiaryProcess
import DiaryUI
import Foundation

/// A form that the end of the program kept from being saved, and what became of it.
struct UnsavedForm {
  private let draft: FormDraft
  /// The id that it is kept under.
  private let kept: Result<String, any Error>

  /// Keeps what the form holds.
  ///
  /// - Parameter earlier: The draft that goes once this one is safe.
  init(_ draft: FormDraft, keptIn folder: DraftFolder, replacing earlier: String?) {
    self.draft = draft
    kept = Result { try folder.keep(draft, replacing: earlier) }
  }

  /// Forgets what was kept, as the form was saved after all.
  func drop(from folder: DraftFolder) { if let id = try? kept.get() { folder.drop(id) } }

  /// What the user reads on the shell: nothing that was typed is lost without a word.
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
