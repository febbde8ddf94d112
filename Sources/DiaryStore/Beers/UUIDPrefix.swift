import Foundation

extension UUID {
  /// Returns the first and the last UUID that begin with a text of hexadecimal digits and hyphens; `nil` for other texts.
  static func bounds(ofPrefix prefix: String) -> (first: UUID, last: UUID)? {
    let digits = prefix.filter { $0 != "-" }
    guard digits.count <= 32, let first = uuid(digits, filledWith: "0"),
      let last = uuid(digits, filledWith: "f")
    else { return nil }
    return (first, last)
  }

  /// Returns a UUID from at most 32 hexadecimal digits; `nil` for any other text.
  private static func uuid(_ digits: String, filledWith digit: Character) -> UUID? {
    let all = Array(digits + String(repeating: digit, count: 32 - digits.count))
    let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(all[$0]) }
    return UUID(uuidString: groups.joined(separator: "-"))
  }
}
