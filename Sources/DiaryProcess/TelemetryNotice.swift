import Telemetry

/// Informs the user once, on a terminal, that usage is counted.
package struct TelemetryNotice {
  private let folder: TelemetryFolder

  /// `nil` if the notice was shown before.
  package init?(neededIn folders: UserFolders) {
    guard TelemetryControl(folders.telemetry).needsNotice else { return nil }
    folder = folders.telemetry
  }

  /// Prints the notice if the console is a terminal.
  package func show(on console: Console) {
    guard console.isTerminal else { return }
    console.sentence(sentence)
    noteShown()
  }

  /// Records that the notice was shown; if that fails, it is shown again next time.
  package func noteShown() { try? TelemetryControl(folder).noteNotice() }

  /// The notice, which fits on one line of a terminal with 80 columns.
  package let sentence =
    "Usage is counted locally, never sent. Show or stop: beerdiary telemetry [off]"
}
