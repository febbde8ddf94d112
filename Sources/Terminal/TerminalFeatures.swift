/// What a terminal answers when it is asked about itself.
package enum TerminalReply: Hashable, Sendable {
  /// The color of the background.
  case background(Color)
  /// Whether pictures can be shown with kitty's graphics protocol.
  case kittyGraphics(Bool)
  /// The size of a cell in pixels.
  case cellSize(Size)
  /// The number of colors that a sixel picture can have.
  case sixelColors(Int)
  /// The attributes of its type (DA1), which are the last answer.
  case attributes([Int])
}

/// What is known of a terminal, and what it has answered so far.
package struct TerminalFeatures: Hashable, Sendable {
  /// Whether tmux or screen is between the program and the terminal.
  package var isMultiplexed = false
  /// Whether all cells of a screen can have different pairs of 256 colors.
  package var hasManyColors = false
  /// Whether colors can be mixed from red, green and blue.
  package var hasMixedColors = false
  /// The color of the background, mixed from red, green and blue; `nil` if it is not known.
  package var background: Color?
  /// Whether pictures can be shown with kitty's graphics protocol; `false` until the terminal has said so.
  package var hasKittyGraphics = false
  /// Whether pictures can be shown as sixels; `false` until the terminal has said so.
  package var hasSixel = false
  /// The number of colors that a sixel picture can have.
  package var sixelColors = 256
  /// The size of a cell in pixels; `nil` if it is not known.
  package var cellSize: Size?

  /// Creates the features of a terminal that has not answered yet.
  package init() {}

  /// Adds what an answer says; a later answer replaces an earlier one of its kind.
  package mutating func apply(_ reply: TerminalReply) {
    switch reply {
    case .background(let color): background = color
    case .kittyGraphics(let isSupported): hasKittyGraphics = isSupported
    case .cellSize(let size): cellSize = size
    case .sixelColors(let count): sixelColors = count
    case .attributes(let attributes): hasSixel = attributes.contains(4)
    }
  }
}
