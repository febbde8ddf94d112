/// The side of a column on which text starts or ends.
package enum TextAlignment: Sendable {
  /// At the left or at the right, with blanks on the other side.
  case leading, trailing
}

extension String {
  /// The number of columns that the text takes on a terminal, after it has been made safe.
  package var columns: Int {
    if isPlain { return utf8.count }
    return CellCharacters(self).reduce(0) { $0 + $1.width }
  }

  /// Returns the text, made safe, with at most `width` columns; ends with `ellipsis` if it is cut.
  package func truncated(to width: Int, ellipsis: String = "…") -> String {
    guard width > 0 else { return "" }
    if utf8.count <= width, isPlain { return self }
    guard let cut = beginning(of: width, endingWith: ellipsis) else { return safeForTerminal }
    return cut
  }

  /// Returns the text, made safe, cut or padded to exactly `width` columns.
  package func fitted(
    to width: Int, alignment: TextAlignment = .leading, ellipsis: String = "…"
  ) -> String {
    let cut = truncated(to: width, ellipsis: ellipsis)
    let padding = String(repeating: " ", count: max(0, width - cut.columns))
    return alignment == .leading ? cut + padding : padding + cut
  }

  /// Returns the cut text with the ellipsis, reading no more than necessary; `nil` if the whole text fits.
  private func beginning(of width: Int, endingWith ellipsis: String) -> String? {
    let ending = ellipsis.clipped(to: width)
    let room = width - ending.columns
    var kept = ""
    var columns = 0
    var isKeeping = true
    for cell in CellCharacters(self) {
      columns += cell.width
      if columns > width { return kept + ending }
      isKeeping = isKeeping && columns <= room
      if isKeeping { kept.append(cell.character) }
    }
    return nil
  }

  /// Returns the characters that fit into `width` columns.
  private func clipped(to width: Int) -> String {
    var kept = ""
    var columns = 0
    for cell in CellCharacters(self) {
      columns += cell.width
      if columns > width { break }
      kept.append(cell.character)
    }
    return kept
  }
}
