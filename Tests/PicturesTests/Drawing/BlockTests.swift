import Pictures
import TestSupport
import Testing

@Suite struct BlockTests {
  private static let light = RGBColor(red: 240, green: 200, blue: 90)
  private static let dark = RGBColor(red: 20, green: 30, blue: 60)
  private let redOverBlue = Thumbnail(
    PixelGrid(width: 8, height: 8) { _, y in
      y < 4 ? RGBColor(red: 200, green: 10, blue: 10) : RGBColor(red: 10, green: 10, blue: 200)
    })

  @Test func aCellHasTheColorsOfItsUpperAndLowerHalf() {
    let style = PictureStyle(.blocks(.trueColor))
    let picture = ASCIIPicture(redOverBlue, columns: 2, rows: 1, style: style)
    let cell = PictureCell(
      "▀", foreground: RGBColor(red: 200, green: 10, blue: 10),
      background: RGBColor(red: 10, green: 10, blue: 200))
    #expect(picture.cells == [[cell, cell]])
  }

  @Test(arguments: "▀▌▚▘▝▖▗▁▂▃▅▆▇▎▊")
  func aShapeIsDrawnWithTheElementThatHasIt(_ element: Character) {
    let shape = PixelGrid(width: 4, height: 8) { element.covers($0, $1) ? Self.light : Self.dark }
    #expect(cell(shape) == PictureCell(element, foreground: Self.light, background: Self.dark))
  }

  @Test func aCellOfOneColorIsABlankWithABackground() {
    #expect(
      cell(PixelGrid(width: 4, height: 8) { _, _ in Self.dark }) == PictureCell(" ", background: Self.dark))
    let noise = PixelGrid(width: 4, height: 8) { x, y in RGBColor(gray: UInt8(118 + (x + y) % 2)) }
    #expect(cell(noise, .xterm256) == PictureCell(" ", background: RGBColor(gray: 118)))
  }

  @Test func aDiagonalEdgeIsDrawnWithQuarters() {
    let picture = Thumbnail(
      PixelGrid(width: 32, height: 32) { x, y in x + y < 32 ? Self.light : Self.dark })
    let lines = ASCIIPicture(picture, columns: 8, rows: 4, style: PictureStyle(.blocks(.trueColor))).lines
    #expect(lines.joined().contains { "▘▝▖▗".contains($0) })
    #expect(!lines.joined().contains { "▀▌".contains($0) })
  }

  @Test(arguments: TestPicture.allCases, [PictureStyle.Palette.trueColor, .xterm256])
  func noCellIsFartherFromThePictureThanHalfBlocks(
    _ picture: TestPicture, _ palette: PictureStyle.Palette
  ) {
    let columns = 20
    let rows = 8
    // A pixel for each square of a cell.
    let pixels = picture.thumbnail.pixels.stretched(to: PixelSize(width: 4 * columns, height: 8 * rows))
    let halves = pixels.stretched(to: PixelSize(width: columns, height: 2 * rows))
    let style = PictureStyle(.blocks(palette), on: .dark, .stretch)
    let cells = ASCIIPicture(Thumbnail(pixels), columns: columns, rows: rows, style: style).cells
    for row in 0..<rows {
      for column in 0..<columns {
        func error(_ drawn: (_ x: Int, _ y: Int) -> RGBColor?) -> Int {
          (0..<32).reduce(0) { sum, index in
            let x = index % 4
            let y = index / 4
            return sum + (drawn(x, y)?.distance(to: pixels[4 * column + x, 8 * row + y]) ?? 0)
          }
        }
        let cell = cells[row][column]
        let blocks = error { cell.character.covers($0, $1) ? cell.foreground : cell.background }
        let halfBlock = error { _, y in
          let color = halves[column, 2 * row + y / 4]
          return palette == .trueColor ? color : RGBColor(xterm256: color.xterm256)
        }
        // The half's color is rounded twice.
        #expect(Double(blocks) <= 1.01 * Double(halfBlock))
      }
    }
  }

  @Test func theTerminalsOwnColorsStayNextToThePicture() {
    let style = PictureStyle(.blocks(.trueColor))
    let picture = ASCIIPicture(redOverBlue, columns: 6, rows: 1, style: style)
    #expect(picture.lines == ["  ▀▀  "])
    #expect(picture.cells[0][0] == PictureCell(" "))

    let wide = Thumbnail(PixelGrid(width: 8, height: 4) { _, _ in RGBColor(gray: 90) })
    let low = ASCIIPicture(wide, columns: 2, rows: 1, style: style)
    #expect(low.cells[0].allSatisfy { $0 == PictureCell("▀", foreground: RGBColor(gray: 90)) })
    let between = ASCIIPicture(wide, columns: 4, rows: 2, style: style)
    #expect(between.lines == ["▄▄▄▄", "▀▀▀▀"])
  }

  @Test(arguments: TestPicture.allCases)
  func everyColorIsInThePaletteOf256(_ picture: TestPicture) {
    let style = PictureStyle(.blocks(.xterm256), on: .dark, .fill)
    let cells = ASCIIPicture(picture.thumbnail, columns: 20, rows: 8, style: style).cells.joined()
    for color in cells.flatMap({ [$0.foreground, $0.background] }).compactMap({ $0 }) {
      #expect(RGBColor(xterm256: color.xterm256) == color)
    }
  }

  @Test func halfBlocksHaveTheColorsOfTheirHalves() {
    let picture = ASCIIPicture(redOverBlue, columns: 6, rows: 1, style: PictureStyle(.halves(.trueColor)))
    let cell = PictureCell(
      "▀", foreground: RGBColor(red: 200, green: 10, blue: 10),
      background: RGBColor(red: 10, green: 10, blue: 200))
    #expect(
      picture.cells == [[PictureCell(" "), PictureCell(" "), cell, cell, PictureCell(" "), PictureCell(" ")]])
  }

  @Test func halfBlocksOfAnOddHeightLeaveHalfOfACellFree() {
    let wide = Thumbnail(PixelGrid(width: 8, height: 4) { _, _ in RGBColor(gray: 118) })
    let style = PictureStyle(.halves(.xterm256))
    #expect(ASCIIPicture(wide, columns: 2, rows: 1, style: style).lines == ["▀▀"])
    let between = ASCIIPicture(wide, columns: 4, rows: 2, style: style)
    #expect(between.lines == ["▄▄▄▄", "▀▀▀▀"])
    #expect(
      between.cells.joined().allSatisfy { $0.foreground == RGBColor(gray: 118) && $0.background == nil })
  }

  @Test func theGlassOfBeerIn256ColorsMatchesItsSnapshot() throws {
    let style = PictureStyle(.blocks(.xterm256))
    let picture = ASCIIPicture(TestPicture.glass.thumbnail, columns: 14, rows: 8, style: style)
    let cells = picture.cells.map { row in
      row.map {
        "\($0.character)\($0.foreground.map { "\($0.xterm256)" } ?? "-"),\($0.background.map { "\($0.xterm256)" } ?? "-")"
      }
      .joined(separator: " ")
    }
    try expectSnapshot(cells.joined(separator: "\n"), named: "glass-256-14x8")
  }

  private func cell(_ pixels: PixelGrid, _ palette: PictureStyle.Palette = .trueColor) -> PictureCell? {
    let style = PictureStyle(.blocks(palette))
    return ASCIIPicture(Thumbnail(pixels), columns: 1, rows: 1, style: style).cells.first?.first
  }
}

extension Character {
  /// Whether a block element covers the square at a column, 0 to 3, and a row, 0 to 7, of its cell.
  fileprivate func covers(_ x: Int, _ y: Int) -> Bool {
    switch self {
    case "▀": y < 4
    case "▌": x < 2
    case "▚": (x < 2) == (y < 4)
    case "▘": x < 2 && y < 4
    case "▝": x >= 2 && y < 4
    case "▖": x < 2 && y >= 4
    case "▗": x >= 2 && y >= 4
    case "▁": y >= 7
    case "▂": y >= 6
    case "▃": y >= 5
    case "▅": y >= 3
    case "▆": y >= 2
    case "▇": y >= 1
    case "▎": x < 1
    case "▊": x < 3
    default: false
    }
  }
}

extension RGBColor {
  fileprivate func distance(to other: RGBColor) -> Int {
    zip([red, green, blue], [other.red, other.green, other.blue]).reduce(0) {
      $0 + (Int($1.0) - Int($1.1)) * (Int($1.0) - Int($1.1))
    }
  }
}

@Suite struct XtermPaletteTests {
  @Test func everyColorOfThePaletteIsItsOwnNearest() {
    for index in UInt8(16)...255 {
      let color = RGBColor(xterm256: index)
      #expect(RGBColor(xterm256: color.xterm256) == color)
    }
  }

  @Test func theNearestColorIsFound() {
    var generator = Seeds.generator(5)
    let palette = (UInt8(16)...255).map(RGBColor.init(xterm256:))
    for _ in 0..<200 {
      let channels = (0..<3).map { _ in UInt8.random(in: 0...255, using: &generator) }
      let color = RGBColor(red: channels[0], green: channels[1], blue: channels[2])
      let best = palette.map { color.distance(to: $0) }.min()
      #expect(color.distance(to: RGBColor(xterm256: color.xterm256)) == best)
    }
  }

  @Test func someColorsHaveKnownIndices() {
    #expect(RGBColor(red: 0, green: 0, blue: 0).xterm256 == 16)
    #expect(RGBColor(red: 255, green: 255, blue: 255).xterm256 == 231)
    #expect(RGBColor(red: 255, green: 0, blue: 0).xterm256 == 196)
    #expect(RGBColor(gray: 118).xterm256 == 243)
    #expect(RGBColor(xterm256: 255) == RGBColor(gray: 238))
  }
}
