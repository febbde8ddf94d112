import Foundation
package import Telemetry

extension UserFolders {
  /// The user's telemetry folder.
  package var telemetry: TelemetryFolder { TelemetryFolder(URL(fileURLWithPath: state, isDirectory: true)) }
}
