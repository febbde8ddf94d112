package import Pictures
package import Settings
package import Terminal

/// How photos are drawn.
package enum PictureWay: Hashable, Sendable {
  /// Half blocks in colors.
  case cells(PictureStyle.Palette)
  /// Characters.
  case ascii
}

extension PictureWay {
  /// Chooses the best way that the user and the terminal allow.
  ///
  /// - Parameters:
  ///   - mode: The user's choice.
  ///   - usesColor: Whether colors are used at all; without them, pictures are characters.
  ///   - isUnicode: Whether there are characters other than ASCII, such as half blocks.
  package init(_ mode: PictureMode, on terminal: TerminalFeatures, usesColor: Bool, isUnicode: Bool) {
    guard usesColor, isUnicode, mode != .ascii, let palette = terminal.palette else {
      self = .ascii
      return
    }
    self = .cells(mode == .cells256 ? .xterm256 : palette)
  }

  /// The palette of half blocks; `nil` if they are not used.
  var palette: PictureStyle.Palette? { if case .cells(let palette) = self { palette } else { nil } }
}

extension TerminalFeatures {
  /// The colors of half blocks; `nil` if there are too few.
  fileprivate var palette: PictureStyle.Palette? {
    hasManyColors ? hasMixedColors ? .trueColor : .xterm256 : nil
  }
}
