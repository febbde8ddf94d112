/// The characters that screens draw with.
///
/// A screen names these, never a character of its own. Each takes one column, in both sets.
package struct Glyphs: Hashable, Sendable {
  /// The lines and corners of a frame.
  package struct Frame: Hashable, Sendable {
    package let horizontal: Character
    package let vertical: Character
    package let topLeft: Character
    package let topRight: Character
    package let bottomLeft: Character
    package let bottomRight: Character

    /// From the frame's picture: horizontal, vertical, then the corners row by row.
    fileprivate init(_ parts: [Character]) {
      (horizontal, vertical) = (parts[0], parts[1])
      (topLeft, topRight, bottomLeft, bottomRight) = (parts[2], parts[3], parts[4], parts[5])
    }

    fileprivate var all: [Character] {
      [horizontal, vertical, topLeft, topRight, bottomLeft, bottomRight]
    }
  }

  package let frame: Frame
  package let roundFrame: Frame
  /// Stands out: the frame of what is being carried.
  package let doubleFrame: Frame

  /// The row under the cursor begins with it.
  package let cursorBar: Character
  /// The right-hand counterpart of the bar, around what is carried.
  package let rightBar: Character
  package let mark: Character
  package let star: Character
  package let halfStar: Character
  package let emptyStar: Character
  package let ellipsis: Character
  /// Between facts on one line.
  package let separator: Character
  package let check: Character
  package let up: Character
  package let down: Character
  package let left: Character
  package let right: Character
  package let block: Character
  package let shade: Character
  /// Growing from the left, an eighth of a column more each; the last is full.
  package let barSteps: [Character]
  /// Growing from below, an eighth of a row more each; the last is full.
  package let columnSteps: [Character]
  /// From nothing to most: one square a day.
  package let squares: [Character]
  package let spinner: [Character]

  /// Every glyph, in one order for both sets, so that one can be told in the other.
  var all: [Character] {
    frame.all + roundFrame.all + doubleFrame.all
      + [cursorBar, rightBar, mark, star, halfStar, emptyStar, ellipsis, separator, check]
      + [up, down, left, right, block, shade] + barSteps + columnSteps + squares
  }
}

extension Glyphs {
  package static let unicode = Glyphs(
    frame: Frame(["─", "│", "┌", "┐", "└", "┘"]),
    roundFrame: Frame(["─", "│", "╭", "╮", "╰", "╯"]),
    doubleFrame: Frame(["═", "║", "╔", "╗", "╚", "╝"]),
    cursorBar: "▌", rightBar: "▐", mark: "•", star: "★", halfStar: "½", emptyStar: "☆",
    ellipsis: "…", separator: "·", check: "✓", up: "↑", down: "↓", left: "←", right: "→",
    block: "█", shade: "░",
    barSteps: ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"],
    columnSteps: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"],
    squares: ["·", "▫", "▪", "■"],
    spinner: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"])

  package static let ascii = Glyphs(
    frame: Frame(["-", "|", "+", "+", "+", "+"]),
    roundFrame: Frame(["-", "|", "+", "+", "+", "+"]),
    doubleFrame: Frame(["=", "#", "#", "#", "#", "#"]),
    cursorBar: ">", rightBar: "<", mark: "*", star: "*", halfStar: "+", emptyStar: ".",
    ellipsis: "~", separator: "-", check: "x", up: "^", down: "v", left: "<", right: ">",
    block: "#", shade: ".",
    barSteps: [".", ".", ":", ":", "=", "=", "#", "#"],
    columnSteps: ["_", "_", ".", "-", "-", "=", "=", "#"],
    squares: [".", "o", "O", "#"],
    spinner: ["|", "/", "-", "\\"])
}
