import DiaryProcess
import Foundation

/// `TZ`, which POSIX lets begin with a colon before the name of a zone.
enum TimeZoneVariable {
  /// Takes off the colon, with which Foundation finds no zone and takes UTC.
  static func normalize() {
    let variable = EnvironmentVariable.timeZone.rawValue
    guard let value = getenv(variable).map({ String(cString: $0) }), value.hasPrefix(":") else { return }
    let name = String(value.dropFirst())
    if TimeZone(identifier: name) != nil { setenv(variable, name, 1) }
  }
}
