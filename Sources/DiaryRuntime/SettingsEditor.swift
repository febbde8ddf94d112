import DiaryProcess
import DiaryText
import DiaryUI
import Settings

/// Opens the user's settings in an editor, which owns the terminal until it exits.
struct SettingsEditor {
  /// The folder of the settings.
  let folder: String
  /// Lets the user edit the file at a path; returns why that failed, or `nil` if it succeeded.
  var editor: (_ path: String) -> TextEditor.Failure? = { TextEditor.run(on: $0) }

  /// Lets the user edit the settings.
  ///
  /// - Returns: The settings, `nil` if they are unchanged, or the problem with the editor or the file.
  func edit() -> Result<EditedSettings?, Problem> {
    do throws(Problem) {
      let file = try SettingsFile.edit(in: folder) { path in
        editor(path).map { Problem(sentence: $0.sentence) }
      }
      return .success(
        file.map { file in
          let keyMistakes = ActionTable.standard.applying(file.preferences.keys).mistakes
          return EditedSettings(file.preferences, mistakes: file.mistakes(adding: keyMistakes))
        })
    } catch {
      return .failure(error)
    }
  }
}
