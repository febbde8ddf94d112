import DiaryText
import Settings

extension Notice {
  /// Creates the notice after the settings were edited: the first mistake in them, or when they apply.
  init(editedSettings result: Result<[SettingsMistake]?, Problem>) {
    switch result {
    case .success(nil): self.init(text: "The settings were not changed.")
    case .success(let mistakes?):
      guard let first = mistakes.first else {
        self.init(text: "The settings apply from the next start.")
        return
      }
      let more = mistakes.count - 1
      let rest = more > 0 ? " `beerdiary config check` lists \(more) more." : ""
      self.init(text: first.sentence + rest, kind: .problem)
    case .failure(let problem): self.init(text: problem.sentence, kind: .problem)
    }
  }
}
