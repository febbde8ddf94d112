import Foundation
package import Telemetry

/// Tells the user once, on the first terminal that the program runs on, what is noted and how to turn that off.
package struct TelemetryNotice {
  private let folder: TelemetryFolder

  /// `nil` where it was told before.
  package init?(owedIn folder: TelemetryFolder) {
    guard TelemetryControl(folder).needsNotice else { return nil }
    self.folder = folder
  }

  /// Tells it on standard error, if that is a terminal.
  package func give() {
    let console = Console.standardError
    guard console.isTerminal else { return }
    console.sentence(sentence)
    console.flush()
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
    let home = UserFolders().home + "/"
    return folder.queue.hasPrefix(home) ? "~/" + folder.queue.dropFirst(home.count) : folder.queue
  }
}
