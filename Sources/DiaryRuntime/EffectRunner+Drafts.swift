import DiaryUI
import Dispatch
import Synchronization

// What is typed and not saved when the program ends.
extension EffectRunner {
  func keep(_ draft: FormDraft, replacing earlier: String?) {
    guard let recovery else { return }
    drafts.async {
      let form = UnsavedForm(draft, keptIn: recovery, replacing: earlier)
      self.unsaved.withLock { $0 = form }
    }
  }

  /// The form that was not saved, once what is kept of it is on the disk; `nil` if there was none.
  func finishDrafts() -> UnsavedForm? { drafts.sync { unsaved.withLock { $0 } } }

  /// Forgets what was kept of a form that was saved after all.
  func drop(_ form: UnsavedForm) { if let recovery { form.drop(from: recovery) } }
}
