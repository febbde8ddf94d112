import Telemetry

/// Tells the user once, on the first terminal that the program runs on, what is noted and how to turn that off.
struct TelemetryNotice {
  private let folder: TelemetryFolder

  init(_ folder: TelemetryFolder) { self.folder = folder }

  /// Tells it on standard error where it is due.
  ///
  /// It is told again where that cannot be noted, which is better than never.
  func giveIfDue() {
    let control = TelemetryControl(folder)
    let console = Console.standardError
    guard console.isTerminal, control.owesNotice else { return }
    console.sentence(sentence)
    console.flush()
    try? control.noteNotice()
  }

  private var sentence: String {
    """
    Beer Diary counts how it is used in \(folder.queue): without any text of yours, for nobody but you, as it has no \
    network code. `beerdiary telemetry describe` tells all that is noted, `beerdiary telemetry off` turns it off.
    """
  }
}
