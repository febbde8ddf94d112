import DiaryProcess
import Foundation

/// The variable `TZ`, which may have a colon before the zone's name in POSIX.
enum TimeZoneVariable {
  /// Removes the colon, because Foundation would not find the zone and use UTC.
  static func normalize() {
    let variable = EnvironmentVariable.timeZone.rawValue
    guard let value = getenv(variable).map({ String(cString: $0) }), value.hasPrefix(":") else { return }
    let name = String(value.dropFirst())
    if TimeZone(identifier: name) != nil { setenv(variable, name, 1) }
  }
}
