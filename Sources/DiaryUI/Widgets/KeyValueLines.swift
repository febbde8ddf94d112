import Terminal

/// Names and values in two aligned columns, long values on several lines.
struct KeyValueLines {
  /// Longer names are cut, so that one long name does not move all values.
  private static let maxNameWidth = 16

  let pairs: [(name: String, value: String)]
  /// Styles a part of a named value.
  var shown: (_ name: String, _ value: StyledLine) -> StyledLine = { $1 }

  func lines(width: Int, _ appearance: Appearance, nameStyle: Style) -> [StyledLine] {
    let column = min(Self.maxNameWidth, width / 2, pairs.map(\.name.columns).max() ?? 0)
    let room = max(1, width - column - 2)
    let ellipsis = String(appearance.glyphs.ellipsis)
    return pairs.flatMap { pair in
      pair.value.wrapped(to: room).enumerated().map { index, text in
        let name = index == 0 ? pair.name : ""
        return StyledLine(name.fitted(to: column, ellipsis: ellipsis) + "  ", nameStyle)
          + shown(pair.name, StyledLine(text))
      }
    }
  }
}
