import Pictures
import TestSupport
import Testing

@Suite struct HalfBlockTests {
  private let redOverBlue = Thumbnail(
    PixelGrid(width: 8, height: 8) { _, y in
      y < 4 ? RGBColor(red: 200, green: 10, blue: 10) : RGBColor(red: 10, green: 10, blue: 200)
    })

  @Test func aCellHasTheColorsOfItsUpperAndLowerHalf() {
    let style = PictureStyle(.halfBlocks(.trueColor))
    let picture = ASCIIPicture(redOverBlue, columns: 2, rows: 1, style: style)
    let cell = PictureCell(
      "▀", foreground: RGBColor(red: 200, green: 10, blue: 10),
      background: RGBColor(red: 10, green: 10, blue: 200))
    #expect(picture.cells == [[cell, cell]])
  }

  @Test func theTerminalsOwnColorsStayNextToThePicture() {
    let style = PictureStyle(.halfBlocks(.trueColor))
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
    let style = PictureStyle(.halfBlocks(.xterm256), on: .dark, .fill)
    let cells = ASCIIPicture(picture.thumbnail, columns: 20, rows: 8, style: style).cells.joined()
    for color in cells.flatMap({ [$0.foreground, $0.background] }).compactMap({ $0 }) {
      #expect(RGBColor(xterm256: color.xterm256) == color)
    }
  }

  @Test func theGlassOfBeerIn256ColorsMatchesItsSnapshot() throws {
    let style = PictureStyle(.halfBlocks(.xterm256))
    let picture = ASCIIPicture(TestPicture.glass.thumbnail, columns: 14, rows: 8, style: style)
    let numbers = picture.cells.map { row in
      row.map {
        "\($0.foreground.map { "\($0.xterm256)" } ?? "-"),\($0.background.map { "\($0.xterm256)" } ?? "-")"
      }
      .joined(separator: " ")
    }
    try expectSnapshot(numbers.joined(separator: "\n"), named: "glass-256-14x8")
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
    func distance(_ a: RGBColor, _ b: RGBColor) -> Int {
      zip([a.red, a.green, a.blue], [b.red, b.green, b.blue]).reduce(0) {
        $0 + (Int($1.0) - Int($1.1)) * (Int($1.0) - Int($1.1))
      }
    }
    var generator = Seeds.generator(5)
    let palette = (UInt8(16)...255).map(RGBColor.init(xterm256:))
    for _ in 0..<200 {
      let channels = (0..<3).map { _ in UInt8.random(in: 0...255, using: &generator) }
      let color = RGBColor(red: channels[0], green: channels[1], blue: channels[2])
      let best = palette.map { distance(color, $0) }.min()
      #expect(distance(color, RGBColor(xterm256: color.xterm256)) == best)
    }
  }

  @Test func someColorsHaveKnownNumbers() {
    #expect(RGBColor(red: 0, green: 0, blue: 0).xterm256 == 16)
    #expect(RGBColor(red: 255, green: 255, blue: 255).xterm256 == 231)
    #expect(RGBColor(red: 255, green: 0, blue: 0).xterm256 == 196)
    #expect(RGBColor(gray: 118).xterm256 == 243)
    #expect(RGBColor(xterm256: 255) == RGBColor(gray: 238))
  }
}
