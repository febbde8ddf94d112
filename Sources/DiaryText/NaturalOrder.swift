/// The order of names in which numbers count as numbers: `IMG_2` is before `IMG_10`.
package enum NaturalOrder {
  /// Returns whether a name comes before another one.
  package static func precedes(_ first: String, _ second: String) -> Bool {
    var a = first.unicodeScalars[...]
    var b = second.unicodeScalars[...]
    while let left = a.first, let right = b.first {
      if isDigit(left), isDigit(right) {
        let numbers = (number(&a), number(&b))
        if numbers.0 != numbers.1 {
          return numbers.0.count == numbers.1.count
            ? numbers.0 < numbers.1 : numbers.0.count < numbers.1.count
        }
      } else if left == right {
        a.removeFirst()
        b.removeFirst()
      } else {
        return left < right
      }
    }
    // Names that differ only in leading zeros have an order as well.
    return a.isEmpty && b.isEmpty ? first < second : a.isEmpty
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  /// Removes the digits at the beginning, and returns them without leading zeros.
  private static func number(_ text: inout Substring.UnicodeScalarView) -> String {
    let digits = text.prefix(while: isDigit)
    text = text.dropFirst(digits.count)
    return String(String.UnicodeScalarView(digits.drop { $0 == "0" }))
  }
}
