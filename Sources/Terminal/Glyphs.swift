/// The characters that screens draw with.
///
/// Screens use only these characters. Each takes one column, in all sets, except for ``exchange``.
package struct Glyphs: Hashable, Sendable {
  /// The lines and corners of a frame.
  package struct Frame: Hashable, Sendable {
    /// The line at the top and the bottom, which is also the rule between parts of a screen.
    package let horizontal: Character
    /// The line at the left and the right, which is also the rule between panes.
    package let vertical: Character
    /// The corner with lines to the right and down.
    package let topLeft: Character
    /// The corner with lines to the left and down.
    package let topRight: Character
    /// The corner with lines to the right and up.
    package let bottomLeft: Character
    /// The corner with lines to the left and up.
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

  /// Whether all characters are ASCII.
  package let isASCII: Bool
  /// The rules between the parts of a screen, and the frames of cards.
  package private(set) var frame: Frame
  /// The frame of a photo; in ASCII, the same as ``frame``.
  package private(set) var roundFrame: Frame
  /// The frame of a photo that is being moved.
  package private(set) var doubleFrame: Frame
  /// Where a line down begins at a horizontal line.
  package private(set) var teeDown: Character
  /// Where a line down ends at a horizontal line.
  package private(set) var teeUp: Character

  /// The first character of the cursor's row.
  package private(set) var cursorBar: Character
  /// The last character of a row that is being moved.
  package private(set) var rightBar: Character
  /// The sign of a marked or chosen item, and the bullet of lists.
  package let mark: Character
  /// A full star of a rating; one of ``partialStars`` may follow the full ones.
  package let star: Character
  /// A quarter, a half and three quarters of a star.
  package let partialStars: [Character]
  /// What stands for a rating below a quarter of a star; without a rating, nothing does.
  package let emptyStar: Character
  /// What stands at the end of cut text.
  package let ellipsis: Character
  /// The separator between facts on one line.
  package let separator: Character
  /// The sign of a step that is done.
  package let check: Character
  /// The sign of the synchronization with other devices; two columns in ASCII, and a word for screen readers.
  package private(set) var exchange: String
  /// The direction of more lines above, and the sign before the best rating.
  package let up: Character
  /// The direction of more lines below.
  package let down: Character
  /// An arrow to the left, for texts that have it.
  package let left: Character
  /// The direction to the right, and the sign before what is proposed.
  package let right: Character
  /// The mark of a column by which a list is sorted from the least to the greatest.
  package private(set) var ascending: Character
  /// The mark of a column by which a list is sorted from the greatest to the least.
  package private(set) var descending: Character
  /// The part of a scroll bar that stands for what is visible.
  package let scrollBar: Character
  /// A full block, of which bars and large digits consist.
  package let block: Character
  /// The rest of a progress bar.
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
  /// The frames of the sign of work, in order; one for each tick.
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
  /// The usual set, for terminals in UTF-8.
  package static let unicode = Glyphs(
    isASCII: false, frame: Frame(["─", "│", "┌", "┐", "└", "┘"]),
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

  /// The set for terminals and fonts that have only ASCII (`--ascii`).
  package static let ascii = Glyphs(
    isASCII: true, frame: Frame(["-", "|", "+", "+", "+", "+"]),
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

  private static let unicodeForWords = unicode.withoutLines
  private static let asciiForWords = ascii.withoutLines

  /// The same set for screen readers, which would read the lines and marks of a drawing as characters: blanks are in their
  /// place.
  package var forWords: Glyphs { isASCII ? .asciiForWords : .unicodeForWords }

  private var withoutLines: Glyphs {
    let blank: Character = " "
    var glyphs = self
    glyphs.frame = Frame(Array(repeating: blank, count: 6))
    (glyphs.roundFrame, glyphs.doubleFrame) = (glyphs.frame, glyphs.frame)
    (glyphs.teeDown, glyphs.teeUp) = (blank, blank)
    (glyphs.cursorBar, glyphs.rightBar) = (blank, blank)
    (glyphs.ascending, glyphs.descending) = (blank, blank)
    glyphs.exchange = "sync"
    return glyphs
  }
}
