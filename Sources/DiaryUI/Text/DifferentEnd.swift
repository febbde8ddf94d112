import Terminal

extension String {
  /// Less would be readable neither at the beginning nor where the texts differ.
  private static let minWidthForMiddle = 8

  /// Returns the text in at most `width` columns, cut in its middle if it would otherwise be cut to the same as another
  /// text: where it begins to differ is visible then.
  func truncated(to width: Int, unlike other: String, ellipsis: String) -> String {
    let cut = truncated(to: width, ellipsis: ellipsis)
    guard width >= Self.minWidthForMiddle, self != other,
      cut == other.truncated(to: width, ellipsis: ellipsis)
    else { return cut }
    let characters = Array(safeForTerminal)
    let common = zip(characters, other.safeForTerminal).prefix { $0 == $1 }.count
    let start = truncated(to: width / 3, ellipsis: "")
    let room = width - start.columns - ellipsis.columns
    // A little of what is common says where the difference is.
    var first = max(0, common - room / 3)
    var columns = String(characters[first...]).columns
    while first > 0, columns + String(characters[first - 1]).columns <= room {
      first -= 1
      columns += String(characters[first]).columns
    }
    return start + ellipsis + String(characters[first...]).truncated(to: room, ellipsis: ellipsis)
  }
}
