import Terminal

/// Names and values in two aligned columns, long values on several lines.
struct KeyValueLines {
  /// Longer names are cut, so that one long name does not move all values.
  private static let maxNameWidth = 16
  static let mark = " !"
  /// Before a value that begins in the row below its name.
  private static let indent = "  "

  let pairs: [(name: String, value: String)]
  /// The names that have a mark after them.
  var marked: Set<String> = []
  /// Styles a part of a named value.
  var shown: (_ name: String, _ value: StyledLine) -> StyledLine = { $1 }

  func lines(width: Int, _ appearance: Appearance, nameStyle: Style) -> [StyledLine] {
    let widths = pairs.map { $0.name.columns + (marked.contains($0.name) ? Self.mark.columns : 0) }
    let column = min(Self.maxNameWidth, width / 2, widths.max() ?? 0)
    let room = max(1, width - column - 2)
    let ellipsis = String(appearance.glyphs.ellipsis)
    return pairs.flatMap { pair -> [StyledLine] in
      let isBelow = needsRow(pair.value, room: room, width: width)
      let value = pair.value.wrapped(to: isBelow ? width - Self.indent.count : room)
      return ((isBelow ? [""] : []) + value).enumerated().map { index, text -> StyledLine in
        if isBelow, index > 0 { return StyledLine(Self.indent) + shown(pair.name, StyledLine(text)) }
        let name = index == 0 ? pair.name : ""
        let mark = index == 0 && marked.contains(pair.name) ? Self.mark : ""
        return [
          .init(name.fitted(to: column - mark.columns, ellipsis: ellipsis), nameStyle),
          .init(mark, appearance.theme.problem), .init("  ", nameStyle),
        ] + shown(pair.name, StyledLine(text))
      }
    }
  }

  /// Returns whether a value has a word, such as an address, that is whole only in a row of its own.
  private func needsRow(_ value: String, room: Int, width: Int) -> Bool {
    guard value.utf8.count > room else { return false }
    let longest = value.split(whereSeparator: \.isWhitespace).map { String($0).columns }.max() ?? 0
    return room < longest && longest <= width - Self.indent.count
  }
}
