/// Formats numbers of bytes in decimal units, the same in every locale.
package enum ByteCountText {
  private static let units = ["kB", "MB", "GB", "TB", "PB", "EB"]

  /// Returns text such as `0 B`, `999 B`, `1.0 kB` or `2.9 MB`, rounded half up.
  ///
  /// A negative number, which only a damaged store can have, gives `0 B`.
  package static func text(_ bytes: Int) -> String {
    guard bytes >= 1000 else { return "\(max(0, bytes)) B" }
    var tenthOfUnit = 100
    var unit = 0
    while unit < units.count - 1, rounded(bytes, tenthOfUnit) >= 10_000 {
      tenthOfUnit *= 1000
      unit += 1
    }
    let tenths = rounded(bytes, tenthOfUnit)
    return "\(tenths / 10).\(tenths % 10) \(units[unit])"
  }

  private static func rounded(_ bytes: Int, _ divisor: Int) -> Int {
    let (quotient, remainder) = bytes.quotientAndRemainder(dividingBy: divisor)
    return remainder >= divisor / 2 ? quotient + 1 : quotient
  }
}
