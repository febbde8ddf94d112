import Foundation

/// `TZ`, which POSIX lets begin with a colon before the name of a zone.
enum TimeZoneVariable {
  /// Takes off the colon, with which Foundation finds no zone and takes UTC.
  static func normalize() {
    guard let value = getenv("TZ").map({ String(cString: $0) }), value.hasPrefix(":") else { return }
    let name = String(value.dropFirst())
    if TimeZone(identifier: name) != nil { setenv("TZ", name, 1) }
  }
}
