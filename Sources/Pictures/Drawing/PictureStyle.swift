/// How a picture is drawn as text.
package struct PictureStyle: Hashable, Sendable {
  /// What represents the pixels.
  package enum Marks: Hashable, Sendable {
    /// ASCII characters by their density, optionally with lines along strong edges.
    case ascii(edges: Bool)
    /// Block elements: each cell has two colors.
    case blocks(Palette)
    /// Half blocks: less exact than all block elements, but drawn in a small part of the time.
    case halves(Palette)

    /// The number of squares into which a cell is divided to see what it shows.
    package var squares: PixelSize {
      switch self {
      case .ascii: PixelSize(width: 2, height: 4)
      case .blocks: BlockDrawing.squares
      case .halves: PixelSize(width: 1, height: 2)
      }
    }
  }

  /// The colors of block elements.
  package enum Palette: Hashable, Sendable {
    /// 24 bits.
    case trueColor
    /// The 240 fixed colors of xterm's palette; each color is rounded to one of them.
    case xterm256
  }

  /// The terminal's background, on which characters are light or dark.
  package enum Background: Hashable, Sendable {
    /// Light characters on a dark background.
    case dark
    /// Dark characters on a light background.
    case light
  }

  /// How a picture of another shape than the cells is drawn.
  package enum Fitting: Hashable, Sendable {
    /// The whole picture, with empty cells at the sides.
    case fit
    /// The middle of the picture, without empty cells.
    case fill
    /// The whole picture without empty cells, distorted.
    case stretch
  }

  /// What represents the pixels.
  package var marks: Marks
  /// Ignored for block elements.
  package var background: Background
  /// How the picture fills the cells.
  package var fitting: Fitting

  /// Creates a style; by default ASCII with edges on a dark terminal.
  package init(
    _ marks: Marks = .ascii(edges: true), on background: Background = .dark, _ fitting: Fitting = .fit
  ) {
    self.marks = marks
    self.background = background
    self.fitting = fitting
  }
}

/// One character of a drawn picture; a color is `nil` for the terminal's default one.
package struct PictureCell: Hashable, Sendable {
  /// One column wide.
  package var character: Character
  /// The color of the character.
  package var foreground: RGBColor?
  /// The color behind the character.
  package var background: RGBColor?

  /// Creates a cell with a character and its colors.
  ///
  /// - Parameter character: Must be one column wide.
  package init(_ character: Character, foreground: RGBColor? = nil, background: RGBColor? = nil) {
    self.character = character
    self.foreground = foreground
    self.background = background
  }

  static let empty = PictureCell(" ")
}
