import DiaryProcess
import DiaryStore
import Foundation
import Pictures

/// A photo drawn in text as finely as the terminal can show it.
struct TextPicture {
  /// Columns where nobody says how many there are.
  private static let usualColumns = 80
  /// Rows for a photo that is very high and narrow.
  private static let mostRows = 200

  private let marks: PictureStyle.Marks
  private let columns: Int

  /// - Parameters:
  ///   - columns: `nil` for as many as the terminal has, up to 80.
  ///   - usesASCII: Whether only ASCII is wanted, which is drawn anyway where no colours can be shown.
  init(on console: Console, _ environment: Environment, columns: Int?, usesASCII: Bool) {
    self.columns = columns ?? min(Self.usualColumns, console.columns ?? Self.usualColumns)
    let palette = usesASCII || !console.isTerminal ? nil : Self.palette(environment)
    marks = palette.map { .halfBlocks($0) } ?? .ascii(edges: true)
  }

  /// The colours that the terminal says it has; `nil` where it has none, or nobody wants them.
  private static func palette(_ environment: Environment) -> PictureStyle.Palette? {
    guard environment[.noColor]?.isEmpty ?? true, TerminalText.isUnicode(environment) else {
      return nil
    }
    if ["truecolor", "24bit"].contains(environment[.colorTerminal]?.lowercased()) {
      return .trueColor
    }
    return environment[.terminal]?.contains("256color") == true ? .xterm256 : nil
  }

  /// The lines of the picture.
  func lines(_ thumbnail: Thumbnail) -> [String] {
    let size = thumbnail.pixels.size
    // A cell is twice as high as wide.
    let rows = Int((Double(columns * size.height) / Double(2 * size.width)).rounded(.up))
    let picture = ASCIIPicture(
      thumbnail, columns: columns, rows: min(Self.mostRows, max(1, rows)), style: PictureStyle(marks))
    guard case .halfBlocks(let palette) = marks else { return picture.lines.map(\.trimmedEnd) }
    return picture.coloredLines(palette)
  }

  /// The thumbnail that these lines are drawn from: a cell of ASCII tells two by four squares apart.
  func thumbnail(of image: some ByteSource) throws(ThumbnailError) -> Thumbnail {
    try Thumbnail.make(from: image, fitting: PixelSize(width: 2 * columns, height: 4 * Self.mostRows))
  }
}
