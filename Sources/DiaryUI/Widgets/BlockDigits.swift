import Terminal

/// Numbers in digits of blocks.
enum BlockDigits {
  /// The rows of each digit, as bits of three columns from the left.
  private static let digits: [[Int]] = [
    [7, 5, 5, 5, 7], [2, 6, 2, 2, 7], [7, 1, 7, 4, 7], [7, 1, 7, 1, 7], [5, 5, 7, 1, 1],
    [7, 4, 7, 1, 7], [7, 4, 7, 5, 7], [7, 1, 1, 1, 1], [7, 5, 7, 5, 7], [7, 5, 7, 1, 7],
  ]
  private static let rowCount = 5

  /// Returns a number in five rows; characters that are no digits are left out.
  static func lines(_ number: String, glyphs: Glyphs) -> [String] {
    (0..<rowCount).map { row in
      pixels(number, row).map { String(repeating: $0 ? glyphs.block : " ", count: 2) }.joined()
    }
  }

  /// Returns a number in three rows of half blocks.
  static func halfLines(_ number: String, glyphs: Glyphs) -> [String] {
    let lowerHalf = glyphs.columnSteps[glyphs.columnSteps.count / 2 - 1]
    return stride(from: 0, to: rowCount, by: 2).map { row in
      let upper = pixels(number, row)
      let lower = row + 1 < rowCount ? pixels(number, row + 1) : upper.map { _ in false }
      return String(
        zip(upper, lower).map { $0 ? ($1 ? glyphs.block : glyphs.upperHalf) : $1 ? lowerHalf : " " })
    }
  }

  /// Returns which columns of a row are filled, with a column between two characters.
  private static func pixels(_ number: String, _ row: Int) -> [Bool] {
    let characters = number.compactMap { character -> [Bool]? in
      if character == "." { return [row == rowCount - 1] }
      guard let digit = character.wholeNumberValue, digits.indices.contains(digit) else { return nil }
      return [4, 2, 1].map { digits[digit][row] & $0 != 0 }
    }
    return Array(characters.joined(separator: [false]))
  }
}
