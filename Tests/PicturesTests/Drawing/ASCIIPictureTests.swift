import Pictures
import TestSupport
import Testing

@Suite struct ASCIIPictureTests {
  static let sizes = [
    PixelSize(width: 8, height: 3), PixelSize(width: 40, height: 16), PixelSize(width: 20, height: 20),
  ]

  @Test(arguments: TestPicture.allCases, sizes)
  func theDrawingMatchesItsSnapshot(_ picture: TestPicture, _ size: PixelSize) throws {
    let drawing = ASCIIPicture(picture.thumbnail, columns: size.width, rows: size.height)
    try expectSnapshot(drawing.framed, named: "\(picture)-\(size.width)x\(size.height)")
  }

  @Test(arguments: TestPicture.allCases)
  func theDrawingOnALightBackgroundMatchesItsSnapshot(_ picture: TestPicture) throws {
    let style = PictureStyle(.ascii(edges: false), on: .light, .fill)
    let drawing = ASCIIPicture(picture.thumbnail, columns: 32, rows: 12, style: style)
    try expectSnapshot(drawing.framed, named: "\(picture)-light-32x12")
  }

  @Test func aStripIsOneRowOfBrightness() {
    #expect(ASCIIPicture(stripOf: TestPicture.gradient.thumbnail, columns: 6).lines == [" .-+#@"])
    #expect(ASCIIPicture(stripOf: TestPicture.gradient.thumbnail, columns: 6, on: .light).lines == ["@%*=: "])
  }

  @Test(arguments: TestPicture.allCases)
  func aDrawingHasExactlyTheRequestedCellsInPrintableASCII(_ picture: TestPicture) {
    for (columns, rows) in [(1, 1), (1, 9), (9, 1), (6, 1), (7, 5), (200, 60)] {
      for fitting in [PictureStyle.Fitting.fit, .fill, .stretch] {
        let style = PictureStyle(.ascii(edges: true), on: .dark, fitting)
        let lines = ASCIIPicture(picture.thumbnail, columns: columns, rows: rows, style: style).lines
        #expect(lines.count == rows && lines.allSatisfy { $0.count == columns })
        #expect(lines.joined().utf8.allSatisfy { (0x20...0x7E).contains($0) })
      }
    }
  }

  @Test(arguments: [(0, 3), (3, 0), (-1, -1)])
  func aDrawingWithoutColumnsOrRowsIsEmpty(_ columns: Int, _ rows: Int) {
    #expect(ASCIIPicture(TestPicture.circle.thumbnail, columns: columns, rows: rows).cells.isEmpty)
  }

  @Test func aPictureOfAnyShapeFits() {
    for size in [
      PixelSize(width: 64, height: 1), PixelSize(width: 1, height: 64), PixelSize(width: 1, height: 1),
    ] {
      let thumbnail = Thumbnail(
        PixelGrid(width: size.width, height: size.height) { _, _ in RGBColor(gray: 200) })
      for marks in [PictureStyle.Marks.ascii(edges: true), .blocks(.trueColor), .halves(.trueColor)] {
        let picture = ASCIIPicture(thumbnail, columns: 11, rows: 5, style: PictureStyle(marks))
        #expect(picture.cells.count == 5 && picture.cells.allSatisfy { $0.count == 11 })
        #expect(picture.cells.joined().contains { $0 != PictureCell(" ") })
      }
    }
  }

  @Test func theNoiseOfAPlainSurfaceIsNotAmplified() {
    var generator = Seeds.generator(3)
    let noisy = (0..<1024).map { _ in UInt8.random(in: 120...126, using: &generator) }
    let thumbnail = Thumbnail(PixelGrid(width: 32, height: 32) { x, y in RGBColor(gray: noisy[32 * y + x]) })
    let picture = ASCIIPicture(thumbnail, columns: 16, rows: 8, style: PictureStyle(.ascii(edges: true)))
    #expect(Set(picture.lines.joined()).count <= 2)
  }

  @Test(arguments: ["|", "-", "/", "\\"] as [Character])
  func edgesFollowTheShape(_ glyph: Character) {
    func isLight(_ x: Int, _ y: Int) -> Bool {
      switch glyph {
      case "|": x < 31
      case "-": y < 30
      case "/": y < 94 - 2 * x
      default: y < 2 * x - 31
      }
    }
    let thumbnail = Thumbnail(PixelGrid(width: 64, height: 64) { RGBColor(gray: isLight($0, $1) ? 220 : 30) })
    let text = ASCIIPicture(thumbnail, columns: 32, rows: 16).lines.joined()
    let edges = text.filter { "/\\|_-".contains($0) }
    #expect(edges.count >= 12)
    #expect(edges.filter { $0 == glyph }.count * 10 >= edges.count * 8, "\(edges)")
  }

  @Test func brightnessIsAveragedAsLight() {
    let fine = Thumbnail(
      PixelGrid(width: 64, height: 64) { x, y in RGBColor(gray: (x + y) % 2 == 0 ? 255 : 0) })
    let style = PictureStyle(.blocks(.trueColor))
    let cells = ASCIIPicture(fine, columns: 8, rows: 4, style: style).cells.joined()
    #expect(cells.allSatisfy { (187...189).contains($0.background?.red ?? 0) })
  }
}

extension ASCIIPicture {
  /// With a border, so that a snapshot shows the empty cells at its ends.
  var framed: String {
    let edge = "+" + String(repeating: "-", count: cells.first?.count ?? 0) + "+"
    return ([edge] + lines.map { "|\($0)|" } + [edge]).joined(separator: "\n")
  }
}
