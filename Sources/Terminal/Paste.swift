/// What a terminal says was pasted rather than typed.
package enum Paste: Hashable, Sendable {
  /// Without control characters; its lines end with LF.
  case text(String)
  /// More than anyone means to paste; none of it was kept.
  case tooLong
}
