package import Pictures
package import Settings
package import Terminal

/// How photos are drawn.
package struct PictureMethod: Hashable, Sendable {
  /// The encoding of pictures made of pixels; `nil` if all pictures are made of cells.
  package let graphics: PictureSpec.Encoding?
  /// The palette of block elements; `nil` for characters.
  package let palette: PictureStyle.Palette?
  /// Whether photos are drawn; otherwise they are described in words.
  package let drawsPictures: Bool

  /// Words.
  package static let words = PictureMethod(graphics: nil, palette: nil, drawsPictures: false)

  /// Characters.
  package static let ascii = PictureMethod(graphics: nil, palette: nil)

  /// Block elements in colors.
  package static func cells(_ palette: PictureStyle.Palette) -> PictureMethod {
    PictureMethod(graphics: nil, palette: palette)
  }

  private init(
    graphics: PictureSpec.Encoding?, palette: PictureStyle.Palette?, drawsPictures: Bool = true
  ) {
    self.graphics = graphics
    self.palette = palette
    self.drawsPictures = drawsPictures
  }

  /// Chooses the best method that the user's mode and the terminal allow.
  ///
  /// A method that the user chooses is used even if the terminal has not reported support for it. Pictures made of pixels
  /// need cells of a known size, and tmux does not pass on kitty's protocol.
  ///
  /// - Parameters:
  ///   - mode: The user's choice.
  ///   - usesColor: Whether colors are used at all; without them, pictures are characters.
  ///   - isUnicode: Whether there are characters other than ASCII, such as block elements.
  package init(_ mode: PictureMode, on terminal: TerminalFeatures, usesColor: Bool, isUnicode: Bool) {
    if mode == .words {
      self = .words
      return
    }
    guard usesColor, isUnicode, mode != .ascii else {
      self = .ascii
      return
    }
    let sixel = PictureSpec.Encoding.sixel(colors: terminal.sixelColors)
    let kitty: PictureSpec.Encoding? = terminal.isMultiplexed ? nil : .kitty
    var wanted: PictureSpec.Encoding?
    switch mode {
    case .auto:
      if terminal.hasSixel { wanted = sixel }
      if terminal.hasKittyGraphics, let kitty { wanted = kitty }
    case .kitty: wanted = kitty
    case .sixel: wanted = sixel
    case .cells, .cells256, .ascii, .words: break
    }
    drawsPictures = true
    graphics = terminal.cellSize == nil ? nil : wanted
    palette = mode == .cells256 && terminal.palette != nil ? .xterm256 : terminal.palette
  }
}

extension TerminalFeatures {
  /// The colors of block elements; `nil` if there are too few.
  fileprivate var palette: PictureStyle.Palette? {
    hasManyColors ? hasMixedColors ? .trueColor : .xterm256 : nil
  }
}
