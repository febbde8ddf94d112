/// Text that the terminal reports as pasted.
package enum Paste: Hashable, Sendable {
  /// The text without control characters; its lines end with LF.
  case text(String)
  /// The text was too long and was discarded.
  case tooLong
}
