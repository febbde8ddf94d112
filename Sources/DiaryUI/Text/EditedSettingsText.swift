import DiaryText
import Settings

extension Notice {
  /// Creates the notice after the settings were edited: the first mistake in them, or when they apply.
  init(editedSettings result: Result<EditedSettings?, Problem>) {
    switch result {
    case .success(nil): self.init(text: "The settings were not changed.")
    case .success(let settings?):
      guard let first = settings.mistakes.first else {
        self.init(text: "Keys, dates, pictures and your own colors apply now, the rest from the next start.")
        return
      }
      let more = settings.mistakes.count - 1
      let rest = more > 0 ? " `beerdiary config check` lists \(more) more." : ""
      self.init(text: first.sentence + rest, kind: .problem)
    case .failure(let problem): self.init(text: problem.sentence, kind: .problem)
    }
  }
}
