/// Formats numbers, the same in every locale.
package enum NumberText {
  /// Returns a number with thousands separators: `1,182`.
  package static func count(_ number: Int) -> String {
    var text = ""
    for (index, digit) in String(number.magnitude).reversed().enumerated() {
      if index > 0, index.isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return (number < 0 ? "-" : "") + String(text.reversed())
  }

  /// Returns a number with a noun: `1 beer` or `1,182 beers`.
  package static func count(_ number: Int, _ singular: String, _ plural: String? = nil) -> String {
    count(number) + " " + (number == 1 ? singular : plural ?? singular + "s")
  }

  /// Returns how a number differs from an earlier one: `+1,182`, `-3` or `+0`.
  package static func change(from before: Int, to now: Int) -> String {
    (now < before ? "" : "+") + count(now - before)
  }

  /// Returns how a number differs from an earlier one, both rounded to a fixed number of decimals: `+0.05`.
  package static func change(from before: Double, to now: Double, decimals: Int) -> String {
    let before = fixed(before, decimals: decimals)
    let now = fixed(now, decimals: decimals)
    let change = (Double(now) ?? 0) - (Double(before) ?? 0)
    let text = fixed(change, decimals: decimals)
    return text.hasPrefix("-") ? text : "+" + text
  }

  /// Returns an ordinal number: `1st`, `12th` or `1,182nd`.
  package static func ordinal(_ number: Int) -> String {
    let ending =
      switch (number % 100, number % 10) {
      case (11...13, _): "th"
      case (_, 1): "st"
      case (_, 2): "nd"
      case (_, 3): "rd"
      default: "th"
      }
    return count(number) + ending
  }

  /// Returns a number rounded to a fixed number of decimals; one with more than 15 digits in Swift's form, as `1.5e+20`.
  package static func fixed(_ value: Double, decimals: Int) -> String {
    var scale = 1
    for _ in 0..<decimals { scale *= 10 }
    let scaled = (value * Double(scale)).rounded()
    guard scaled.isFinite, abs(scaled) < 1e15 else { return String(value) }
    let digits = Int(abs(scaled))
    let sign = scaled < 0 ? "-" : ""
    guard decimals > 0 else { return sign + String(digits) }
    return sign + String(digits / scale) + "." + padded(digits % scale, to: decimals)
  }

  /// Returns a number without trailing zeros, with at most `decimals` and at least `least` decimals.
  package static func exact(_ value: Double, decimals: Int = 2, atLeast least: Int = 0) -> String {
    let text = fixed(value, decimals: decimals)
    // The zeros at the end of `1.5e+20` are those of its exponent.
    guard let point = text.firstIndex(of: "."), !text.contains("e") else { return text }
    let whole = text[..<point]
    var fraction = text[text.index(after: point)...]
    while fraction.count > least, fraction.last == "0" { fraction.removeLast() }
    return fraction.isEmpty ? String(whole) : whole + "." + fraction
  }

  /// Returns a number from 0 with leading zeros: `07`.
  ///
  /// - Parameter width: The minimum number of digits.
  package static func padded(_ number: Int, to width: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// Returns the done part of a total in percent, 0...100.
  package static func percent(_ done: Int, of total: Int) -> Int {
    total > 0 ? min(100, max(0, Int(Double(done) / Double(total) * 100))) : 100
  }
}
