import Telemetry

/// Tells the user once, on the first terminal that the program runs on, what is noted and how to turn that off.
package struct TelemetryNotice {
  private let folder: TelemetryFolder
  private let home: String

  /// `nil` where it was told before.
  package init?(owedIn folders: UserFolders) {
    guard TelemetryControl(folders.telemetry).needsNotice else { return nil }
    (folder, home) = (folders.telemetry, folders.home)
  }

  /// Tells it on a terminal; elsewhere nobody would read it.
  package func give(on console: Console) {
    guard console.isTerminal else { return }
    console.sentence(sentence)
    noteGiven()
  }

  /// It is told again where that cannot be noted, which is better than never.
  package func noteGiven() { try? TelemetryControl(folder).noteNotice() }

  package var sentence: String {
    """
    Beer Diary counts how it is used in \(place): without any text of yours, for nobody but you, as it has no \
    network code. `beerdiary telemetry describe` tells all that is noted, `beerdiary telemetry off` turns it off.
    """
  }

  private var place: String {
    let home = home + "/"
    return folder.queue.hasPrefix(home) ? "~/" + folder.queue.dropFirst(home.count) : folder.queue
  }
}
