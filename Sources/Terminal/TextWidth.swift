extension String {
  /// The columns this text takes on a terminal, once made safe.
  package var columns: Int { count }

  /// The text cut to at most `width` columns; where it is cut it ends with `ellipsis`.
  package func truncated(to width: Int, ellipsis: String = "…") -> String { self }

  /// The text cut or padded with blanks to exactly `width` columns.
  package func fitted(to width: Int, alignment: TextAlignment = .leading) -> String { self }

  /// The text broken at blanks into lines of at most `width` columns; line ends in the text are kept.
  package func wrapped(to width: Int) -> [String] { [self] }

  /// The text without anything that a terminal would obey: C0, DEL, C1 and bidi controls become visible or blank.
  ///
  /// Line ends and tabs become a blank each; `safeLines` keeps line ends.
  package var safeForTerminal: String { self }
}

package enum TextAlignment: Sendable {
  case leading, trailing
}
