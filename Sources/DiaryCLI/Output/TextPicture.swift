import DiaryProcess
import DiaryStore
import Foundation
import Pictures

/// A photo drawn as text, as finely as the terminal allows.
struct TextPicture {
  /// The columns if the terminal's width is not known.
  private static let usualColumns = 80
  /// The most rows, for a very high and narrow photo.
  private static let maxRows = 200

  private let marks: PictureStyle.Marks
  private let columns: Int

  /// Chooses the size and the characters that the console and the environment allow.
  ///
  /// - Parameters:
  ///   - columns: `nil` for as many as the terminal has, up to 80.
  ///   - usesASCII: Whether to draw only ASCII, which is also used without colors.
  ///   - usesColor: Whether the user wants colors.
  init(on console: Console, _ environment: Environment, columns: Int?, usesASCII: Bool, usesColor: Bool) {
    self.columns = columns ?? min(Self.usualColumns, console.columns ?? Self.usualColumns)
    let palette = usesASCII || !usesColor ? nil : Self.palette(environment)
    marks = palette.map { .blocks($0) } ?? .ascii(edges: true)
  }

  /// The terminal's palette; `nil` if it has no colors.
  private static func palette(_ environment: Environment) -> PictureStyle.Palette? {
    guard TerminalText.isUnicode(environment) else { return nil }
    if ["truecolor", "24bit"].contains(environment[.colorTerminal]?.lowercased()) {
      return .trueColor
    }
    return environment[.terminal]?.contains("256color") == true ? .xterm256 : nil
  }

  /// Returns the lines of the picture.
  func lines(_ thumbnail: Thumbnail) -> [String] {
    let size = thumbnail.pixels.size
    // A cell is twice as high as wide.
    let rows = Int((Double(columns * size.height) / Double(2 * size.width)).rounded(.up))
    let picture = ASCIIPicture(
      thumbnail, columns: columns, rows: min(Self.maxRows, max(1, rows)), style: PictureStyle(marks))
    guard case .blocks(let palette) = marks else { return picture.lines.map(\.trimmedEnd) }
    return picture.coloredLines(palette)
  }

  /// Returns a thumbnail in the resolution of the picture.
  func thumbnail(of image: some ByteSource) throws(ThumbnailError) -> Thumbnail {
    let squares = marks.squares
    return try Thumbnail.make(
      from: image, fitting: PixelSize(width: squares.width * columns, height: squares.height * Self.maxRows))
  }
}
