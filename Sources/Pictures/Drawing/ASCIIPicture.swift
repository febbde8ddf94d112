/// A thumbnail drawn as text; the same thumbnail, size and style always give the same text.
///
///     ASCIIPicture(thumbnail, columns: 8, rows: 3)                       // for a card
///     ASCIIPicture(stripOf: thumbnail, columns: 6)                       // for a line of a list
///     ASCIIPicture(thumbnail, columns: 80, rows: 24, style: PictureStyle(.blocks(.xterm256)))
package struct ASCIIPicture: Hashable, Sendable {
  /// The rows from the top, with exactly as many rows and columns as requested.
  package let cells: [[PictureCell]]

  /// Draws a thumbnail; cells are assumed to be twice as high as wide.
  ///
  /// - Parameters:
  ///   - columns: If it is 0 or less, there are no cells.
  ///   - rows: If it is 0 or less, there are no cells.
  package init(_ thumbnail: Thumbnail, columns: Int, rows: Int, style: PictureStyle = PictureStyle()) {
    guard columns > 0, rows > 0 else {
      cells = []
      return
    }
    let layout = PictureLayout(of: thumbnail.pixels, columns: columns, rows: rows, style)
    switch style.marks {
    case .ascii(let drawsEdges):
      cells = layout.framed(ASCIIRenderer(layout, on: style.background, drawsEdges: drawsEdges).cells)
    case .blocks(let palette):
      cells = BlockDrawing(layout, palette).cells
    case .halves(let palette):
      cells = HalfBlockDrawing(layout, palette).cells
    }
  }

  /// Draws the whole picture, distorted, in one row.
  package init(stripOf thumbnail: Thumbnail, columns: Int, on background: PictureStyle.Background = .dark) {
    let style = PictureStyle(.ascii(edges: false), on: background, .stretch)
    self.init(thumbnail, columns: columns, rows: 1, style: style)
  }

  /// The rows as text, without colors.
  package var lines: [String] { cells.map { String($0.map(\.character)) } }
}

extension ASCIIPicture: CustomStringConvertible {
  /// The rows as text, each on a line of its own.
  package var description: String { lines.joined(separator: "\n") }
}
