/// The names of objects, which are also parts of paths, patterns and arrays in statements.
package enum ObjectName {
  /// Returns whether a name consists of one or two parts, separated by a slash, of lowercase letters, digits and
  /// hyphens.
  package static func isValid(_ name: String) -> Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count <= 2
      && parts.allSatisfy { (1...200).contains($0.utf8.count) && $0.utf8.allSatisfy(isAllowed) }
  }

  /// Returns whether names can begin with a text; `true` for the empty text.
  package static func isValidPrefix(_ prefix: String) -> Bool {
    prefix.utf8.count <= 401 && prefix.utf8.allSatisfy { isAllowed($0) || $0 == UInt8(ascii: "/") }
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
    default: false
    }
  }
}
