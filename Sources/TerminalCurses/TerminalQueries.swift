import Terminal

/// The queries by which a terminal is asked what it supports.
///
/// The replies arrive as input at any time, so nothing waits for them. Every terminal that follows ECMA-48 answers the
/// last query, for its attributes, and ignores those that it does not know.
///
/// Sources: xterm's ctlseqs (OSC 11, CSI 16 t, XTSMGRAPHICS, DA1), and kitty's description of its graphics protocol.
struct TerminalQueries {
  /// The id of the picture in the query for kitty's protocol, which the reply repeats.
  static let pictureID = 31

  private static let background = "\u{1B}]11;?\u{1B}\\"
  private static let kittyGraphics = "\u{1B}_Gi=\(pictureID),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
  private static let cellSize = "\u{1B}[16t"
  private static let sixelColors = "\u{1B}[?1;1;0S"
  private static let attributes = "\u{1B}[c"

  /// Types that print the queries or misread them: consoles, old hardware, Emacs.
  ///
  /// Each is the part of a type's name before the first hyphen or dot.
  private static let unsupportedTypes: Set<String> = [
    "", "ansi", "cons25", "cygwin", "dumb", "emacs", "eterm", "linux", "pcansi", "sun", "unknown", "vt52",
    "vt100",
    "vt102",
  ]

  /// Whether tmux or screen is between the program and the terminal.
  let isMultiplexed: Bool
  /// Whether that is GNU screen.
  let isScreen: Bool
  /// The queries; `nil` if the terminal must not be asked.
  let text: String?

  /// Chooses the queries.
  ///
  /// - Parameters:
  ///   - type: The type of the terminal, as in `TERM`.
  ///   - variable: Returns the value of an environment variable; `nil` if it is not set.
  init(type: String, variable: (String) -> String?) {
    let family = type.split(whereSeparator: { "-.".contains($0) }).first.map { $0.lowercased() } ?? ""
    let isTmux = family == "tmux" || variable("TMUX")?.isEmpty == false
    isScreen = !isTmux && (family == "screen" || variable("STY")?.isEmpty == false)
    isMultiplexed = isTmux || isScreen
    if isScreen || Self.unsupportedTypes.contains(family) {
      text = nil
    } else {
      // tmux would make the query for kitty's protocol the title of the window.
      text =
        Self.background + (isTmux ? "" : Self.kittyGraphics) + Self.cellSize + Self.sixelColors
        + Self.attributes
    }
  }
}
