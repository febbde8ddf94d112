extension ASCIIPicture {
  /// Returns the rows with SGR escape sequences for colors; each row ends with the terminal's default colors.
  ///
  /// - Parameter palette: The palette that the picture was drawn with.
  package func coloredLines(_ palette: PictureStyle.Palette) -> [String] {
    cells.map { row in
      var line = ""
      var pen = Pen()
      for cell in row {
        let next = Pen(foreground: cell.foreground, background: cell.background)
        if next != pen { line += next.sequence(palette) }
        pen = next
        line.append(cell.character)
      }
      return pen == Pen() ? line : line + Pen().sequence(palette)
    }
  }
}

/// The current colors of a terminal; `nil` for its default ones.
private struct Pen: Equatable {
  var foreground: RGBColor?
  var background: RGBColor?

  /// Returns the escape sequence that sets both colors.
  func sequence(_ palette: PictureStyle.Palette) -> String {
    let codes = [foreground.map { "38;" + palette.code($0) }, background.map { "48;" + palette.code($0) }]
    return "\u{1B}[" + (["0"] + codes.compactMap { $0 }).joined(separator: ";") + "m"
  }
}

extension PictureStyle.Palette {
  fileprivate func code(_ color: RGBColor) -> String {
    switch self {
    case .trueColor: "2;\(color.red);\(color.green);\(color.blue)"
    case .xterm256: "5;\(color.xterm256)"
    }
  }
}
