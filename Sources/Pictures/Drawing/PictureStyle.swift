/// How a picture is drawn in text.
package struct PictureStyle: Hashable, Sendable {
  /// What stands for the pixels.
  package enum Marks: Hashable, Sendable {
    /// ASCII characters by their ink, and where asked for lines along strong edges.
    case ascii(edges: Bool)
    /// Upper halves of cells, each with a colour of its own and one below.
    case halfBlocks(Palette)
  }

  package enum Palette: Hashable, Sendable {
    /// Any colour.
    case trueColor
    /// The 240 fixed colours of xterm's palette; every colour is exactly one of them.
    case xterm256
  }

  /// What the terminal shows where nothing stands: ink is light on dark, and dark on light.
  package enum Background: Hashable, Sendable {
    case dark, light
  }

  /// What is done where the picture's shape is not that of the cells.
  package enum Fitting: Hashable, Sendable {
    /// All of the picture, with empty cells beside it.
    case fit
    /// All of the cells, with the picture's middle.
    case fill
    /// All of both, out of shape.
    case stretch
  }

  package var marks: Marks
  package var background: Background
  package var fitting: Fitting

  package init(
    _ marks: Marks = .ascii(edges: true), on background: Background = .dark, _ fitting: Fitting = .fit
  ) {
    self.marks = marks
    self.background = background
    self.fitting = fitting
  }
}

/// One character of a drawn picture; `nil` is the terminal's own colour.
package struct PictureCell: Hashable, Sendable {
  package var character: Character
  package var foreground: RGBColor?
  package var background: RGBColor?

  package init(_ character: Character, foreground: RGBColor? = nil, background: RGBColor? = nil) {
    self.character = character
    self.foreground = foreground
    self.background = background
  }

  static let empty = PictureCell(" ")
}
