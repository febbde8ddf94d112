/// A file that the program keeps, as the manual lists it.
package struct ProgramFile: Sendable {
  /// The path with the defaults of the XDG variables, such as `~/.config/beerdiary/config.toml`.
  package let path: String
  /// What the file holds, as a sentence.
  package let summary: String

  /// All files that the program keeps outside of temporary folders.
  package static let all = [
    ProgramFile(path: "~/.local/share/beerdiary/diary.sqlite", summary: "Your diary, with its photos."),
    ProgramFile(
      path: "~/.config/beerdiary/config.toml",
      summary: "Your settings. `config set` and `config edit` change this file."),
    ProgramFile(path: "~/.config/beerdiary/mappings.toml", summary: "Column mappings saved by imports."),
    ProgramFile(
      path: "~/.local/state/beerdiary/draft-*.json", summary: "Unsaved forms, offered at the next start."),
    ProgramFile(
      path: "~/.local/state/beerdiary/adoption-*.txt",
      summary:
        "The diary that is being adopted, in case that is interrupted, and the warnings of the last adoption."
    ),
    ProgramFile(
      path: "~/.local/state/beerdiary/migration-*.txt", summary: "The warnings of the last migration."),
    ProgramFile(
      path: "~/.local/state/beerdiary/layout.json",
      summary: "The columns of the list and the panes next to it, as you left them."),
    ProgramFile(
      path: "~/.local/state/beerdiary/crash.txt",
      summary: "The report of the last crash, without anything you wrote."),
    ProgramFile(
      path: "~/.local/state/beerdiary/telemetry.jsonl", summary: "Usage counts, which are never sent."),
    ProgramFile(
      path: "~/.local/state/beerdiary/telemetry-id.json",
      summary: "The random installation id of the usage counts."),
    ProgramFile(
      path: "~/.local/state/beerdiary/telemetry-notice",
      summary: "Exists after the notice about usage counts was shown."),
    ProgramFile(
      path: "~/.local/state/beerdiary/telemetry-off", summary: "Turns usage counts off while it exists."),
    ProgramFile(
      path: "~/.cache/beerdiary/", summary: "Thumbnails. They can be deleted at any time."),
  ]
}
