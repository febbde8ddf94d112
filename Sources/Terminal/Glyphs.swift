/// The characters that screens draw with.
///
/// Screens use only these characters. Each takes one column, in both sets, except for ``exchange``.
package struct Glyphs: Hashable, Sendable {
  /// The lines and corners of a frame.
  package struct Frame: Hashable, Sendable {
    package let horizontal: Character
    package let vertical: Character
    package let topLeft: Character
    package let topRight: Character
    package let bottomLeft: Character
    package let bottomRight: Character

    /// Creates a frame from six characters: horizontal, vertical, then the corners row by row.
    fileprivate init(_ parts: [Character]) {
      horizontal = parts[0]
      vertical = parts[1]
      topLeft = parts[2]
      topRight = parts[3]
      bottomLeft = parts[4]
      bottomRight = parts[5]
    }

    fileprivate var all: [Character] {
      [horizontal, vertical, topLeft, topRight, bottomLeft, bottomRight]
    }
  }

  package let frame: Frame
  package let roundFrame: Frame
  /// The frame of a photo that is being moved.
  package let doubleFrame: Frame
  /// Where a line down begins at a horizontal line, and where it ends at one.
  package let teeDown: Character
  package let teeUp: Character

  /// The first character of the cursor's row.
  package let cursorBar: Character
  /// The last character of a row that is being moved.
  package let rightBar: Character
  package let mark: Character
  package let star: Character
  /// A quarter, a half and three quarters of a star.
  package let partialStars: [Character]
  package let emptyStar: Character
  package let ellipsis: Character
  /// The separator between facts on one line.
  package let separator: Character
  package let check: Character
  /// The sign of the synchronization with other devices; two columns in ASCII.
  package let exchange: String
  package let up: Character
  package let down: Character
  package let left: Character
  package let right: Character
  /// The mark of a column by which a list is sorted, upward and downward.
  package let ascending: Character
  package let descending: Character
  /// The part of a scroll bar that stands for what is visible.
  package let scrollBar: Character
  package let block: Character
  package let shade: Character
  /// Blocks that grow from the left by an eighth of a column; the last is full.
  package let barSteps: [Character]
  /// Blocks that grow from below by an eighth of a row; the last is full.
  package let columnSteps: [Character]
  /// The upper half of a block; the lower half is in ``columnSteps``.
  package let upperHalf: Character
  /// Squares from none to the largest.
  package let squares: [Character]
  /// Shades for the days of a calendar, from none to most.
  package let shades: [Character]
  /// Dots from the smallest to the largest.
  package let dots: [Character]
  package let spinner: [Character]

  /// All glyphs, in the same order for both sets, to convert one set to the other.
  var all: [Character] {
    let marks = [cursorBar, rightBar, mark, star] + partialStars
    let others =
      [teeDown, teeUp, emptyStar, ellipsis, separator, check, up, down, left, right]
      + [ascending, descending, scrollBar, block, shade]
    return frame.all + roundFrame.all + doubleFrame.all + marks + others + barSteps + columnSteps
      + [upperHalf] + squares + shades + dots
  }
}

extension Glyphs {
  package static let unicode = Glyphs(
    frame: Frame(["─", "│", "┌", "┐", "└", "┘"]),
    roundFrame: Frame(["─", "│", "╭", "╮", "╰", "╯"]),
    doubleFrame: Frame(["═", "║", "╔", "╗", "╚", "╝"]),
    teeDown: "┬", teeUp: "┴",
    cursorBar: "▌", rightBar: "▐", mark: "•", star: "★", partialStars: ["¼", "½", "¾"], emptyStar: "☆",
    ellipsis: "…", separator: "·", check: "✓", exchange: "⇅", up: "↑", down: "↓", left: "←", right: "→",
    ascending: "▴", descending: "▾", scrollBar: "┃", block: "█", shade: "░",
    barSteps: ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"],
    columnSteps: ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"],
    upperHalf: "▀", squares: ["·", "▫", "▪", "■"], shades: ["·", "░", "▒", "▓", "█"], dots: ["·", "•", "●"],
    spinner: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"])

  package static let ascii = Glyphs(
    frame: Frame(["-", "|", "+", "+", "+", "+"]),
    roundFrame: Frame(["-", "|", "+", "+", "+", "+"]),
    doubleFrame: Frame(["=", "#", "#", "#", "#", "#"]),
    teeDown: "+", teeUp: "+",
    cursorBar: ">", rightBar: "<", mark: "*", star: "*", partialStars: ["-", "+", "#"], emptyStar: ".",
    ellipsis: "~", separator: "-", check: "x", exchange: "<>", up: "^", down: "v", left: "<", right: ">",
    ascending: "^", descending: "v", scrollBar: "|", block: "#", shade: ".",
    barSteps: [".", ".", ":", ":", "=", "=", "#", "#"],
    columnSteps: ["_", "_", ".", "-", "-", "=", "=", "#"],
    upperHalf: "#", squares: [".", "o", "O", "#"], shades: [".", ":", "o", "O", "#"], dots: [".", "o", "O"],
    spinner: ["|", "/", "-", "\\"])
}
