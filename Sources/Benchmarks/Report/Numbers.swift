import Foundation

extension Double {
  /// Returns the number with a fixed number of decimals.
  func text(_ decimals: Int) -> String { String(format: "%.\(decimals)f", self) }

  /// The number of seconds as text: with three decimals below 10, otherwise with one.
  var secondsText: String { self < 10 ? "\(text(3)) s" : "\(text(1)) s" }
}

extension Int {
  /// The number with thousands separators.
  var grouped: String {
    var text = String(self)
    for position in stride(from: text.count - 3, to: 0, by: -3) {
      text.insert(",", at: text.index(text.startIndex, offsetBy: position))
    }
    return text
  }

  /// The number of bytes as text, in MB or GB (10^6 and 10^9 bytes).
  var bytesText: String {
    self >= 1_000_000_000 ? "\((Double(self) / 1e9).text(2)) GB" : "\((Double(self) / 1e6).text(0)) MB"
  }
}

extension [Double] {
  /// The median; for an even number of values, the lower of the middle two.
  var median: Double { percentile(50) }

  /// Returns a percentile (0 to 100) by nearest rank; NaN if there are no values.
  func percentile(_ percent: Double) -> Double {
    let rank = Int((percent / 100 * Double(count)).rounded(.up))
    return isEmpty ? .nan : sorted()[Swift.max(0, rank - 1)]
  }
}
