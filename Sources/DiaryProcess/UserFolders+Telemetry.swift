import Foundation
package import Telemetry

extension UserFolders {
  /// Where this user's telemetry is.
  package var telemetry: TelemetryFolder { TelemetryFolder(URL(fileURLWithPath: state, isDirectory: true)) }
}
