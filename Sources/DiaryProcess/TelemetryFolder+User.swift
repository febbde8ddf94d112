import Foundation
package import Telemetry

extension TelemetryFolder {
  /// Where this user's telemetry is.
  package static var ofUser: TelemetryFolder {
    TelemetryFolder(URL(fileURLWithPath: UserFolders().state, isDirectory: true))
  }
}
