package enum TextAlignment: Sendable {
  case leading, trailing
}

extension String {
  /// The columns this text takes on a terminal, once made safe.
  package var columns: Int {
    if isPlain { return utf8.count }
    return CellCharacters(self).reduce(0) { $0 + $1.width }
  }

  /// The safe text cut to at most `width` columns; where it is cut it ends with `ellipsis`.
  package func truncated(to width: Int, ellipsis: String = "…") -> String {
    guard width > 0 else { return "" }
    if utf8.count <= width, isPlain { return self }
    guard let cut = beginning(of: width, endingWith: ellipsis) else { return safeForTerminal }
    return cut
  }

  /// The safe text cut or padded with blanks to exactly `width` columns.
  package func fitted(
    to width: Int, alignment: TextAlignment = .leading, ellipsis: String = "…"
  ) -> String {
    let cut = truncated(to: width, ellipsis: ellipsis)
    let padding = String(repeating: " ", count: max(0, width - cut.columns))
    return alignment == .leading ? cut + padding : padding + cut
  }

  /// The first columns and the ellipsis, or `nil` where the whole text fits; reads no further than it must.
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

  /// The characters that fit whole into `width` columns.
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
