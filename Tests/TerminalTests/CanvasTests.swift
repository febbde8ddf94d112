import Testing

@testable import Terminal

@Suite struct CanvasTests {
  @Test func textIsPutAtItsPosition() {
    // Given
    var canvas = Canvas(size: Size(width: 12, height: 3))
    // When
    let columns = canvas.put("Märzen", at: Point(column: 2, row: 1))
    // Then
    #expect(columns == 6)
    #expect(canvas.text == "\n  Märzen\n")
  }

  @Test func rowsEndWithoutBlanks() {
    var canvas = Canvas(size: Size(width: 8, height: 2))
    canvas.put("a b   ", at: Point(column: 1, row: 0))
    #expect(canvas.text == " a b\n")
  }

  @Test func aWideCharacterCoversTwoCells() {
    var canvas = Canvas(size: Size(width: 4, height: 1))
    canvas.put("一b", at: Point(column: 0, row: 0), style: Style(attributes: .bold))
    let bold = Style(attributes: .bold)
    #expect(canvas.cells == [Cell("一", style: bold), Cell(nil, style: bold), Cell("b", style: bold), Cell()])
  }

  @Test(arguments: [
    (-2, "iny x", 7), (0, "Pliny x", 7), (3, "   Pliny", 5), (7, "       P", 1), (8, "", 0), (Int.max, "", 0),
    (Int.min, "", 7),
  ])
  func textIsClippedAtBothEdges(column: Int, shown: String, columns: Int) {
    var canvas = Canvas(size: Size(width: 8, height: 1))
    #expect(canvas.put("Pliny x", at: Point(column: column, row: 0)) == columns)
    #expect(canvas.text == shown)
  }

  @Test(arguments: [-1, 1, Int.min, Int.max])
  func rowsOutsideTheCanvasAreClippedButMeasured(row: Int) {
    var canvas = Canvas(size: Size(width: 8, height: 1))
    let columns = canvas.put("一番", at: Point(column: 0, row: row))
    #expect(columns == 4)
    #expect(canvas.text == "")
  }

  @Test func halfAWideCharacterAtAnEdgeIsABlank() {
    var canvas = Canvas(size: Size(width: 3, height: 1))
    canvas.fill(Point(column: 0, row: 0), canvas.size, with: ".")
    #expect(canvas.put("一番", at: Point(column: 0, row: 0)) == 3)
    #expect(canvas.cells.map(\.character) == ["一", nil, " "])

    #expect(canvas.put("一番", at: Point(column: -1, row: 0)) == 4)
    #expect(canvas.cells.map(\.character) == [" ", "番", nil])
  }

  @Test func overwritingHalfAWideCharacterBlanksTheOther() {
    var canvas = Canvas(size: Size(width: 6, height: 1))
    canvas.put("一番搾", at: Point(column: 0, row: 0))
    canvas.put("x", at: Point(column: 1, row: 0))
    #expect(canvas.text == " x番搾")
    canvas.put("y", at: Point(column: 4, row: 0))
    #expect(canvas.text == " x番y")
    canvas.put("り", at: Point(column: 1, row: 0))
    #expect(canvas.cells.map(\.character) == [" ", "り", nil, " ", "y", " "])
  }

  @Test func longTextIsCutWithTheEllipsisOfItsGlyphs() {
    var canvas = Canvas(size: Size(width: 20, height: 1))
    #expect(canvas.put("Russian River", at: Point(column: 0, row: 0), maxWidth: 8) == 8)
    #expect(canvas.text == "Russian…")

    var plain = Canvas(size: Size(width: 20, height: 1), glyphs: .ascii)
    plain.put("Russian River", at: Point(column: 0, row: 0), maxWidth: 8)
    #expect(plain.text == "Russian~")
  }

  @Test(arguments: [0, -1, Int.min])
  func textWithoutWidthIsNotPut(width: Int) {
    var canvas = Canvas(size: Size(width: 8, height: 1))
    #expect(canvas.put("IPA", at: Point(column: 0, row: 0), maxWidth: width) == 0)
    #expect(canvas.text == "")
  }

  @Test func controlCharactersAreReplaced() {
    var canvas = Canvas(size: Size(width: 12, height: 2))
    canvas.put("\u{1B}]0;x\u{7}\n\u{9B}", at: Point(column: 0, row: 0))
    canvas.fill(Point(column: 0, row: 1), Size(width: 2, height: 1), with: "\u{1B}")
    #expect(canvas.text == "\u{FFFD}]0;x\u{FFFD} \u{FFFD}\n\u{FFFD}\u{FFFD}")
  }

  @Test func rectanglesAreFilledAndClipped() {
    var canvas = Canvas(size: Size(width: 4, height: 3))
    canvas.fill(Point(column: 2, row: 1), Size(width: .max, height: .max), with: "#")
    #expect(canvas.text == "\n  ##\n  ##")
    canvas.fill(Point(column: .min, row: .min), Size(width: .max, height: .max), with: "x")
    #expect(canvas.text == "\n  ##\n  ##")
    canvas.fill(Point(column: -1, row: 0), Size(width: 3, height: 2), with: "-")
    #expect(canvas.text == "--\n--##\n  ##")
    canvas.fill(Point(column: 3, row: 0), Size(width: -2, height: 9), with: "!")
    #expect(canvas.text == "--\n--##\n  ##")
  }

  @Test func fillingWithWideCharactersLeavesNoHalves() {
    var canvas = Canvas(size: Size(width: 5, height: 1))
    canvas.put(".....", at: Point(column: 0, row: 0))
    canvas.fill(Point(column: 0, row: 0), Size(width: 3, height: 1), with: "一")
    #expect(canvas.cells.map(\.character) == ["一", nil, " ", ".", "."])
  }

  @Test func addedAttributesKeepTextAndColors() {
    var canvas = Canvas(size: Size(width: 4, height: 2))
    let gold = Style(foreground: .indexed(3), attributes: .bold)
    canvas.put("★★", at: Point(column: 1, row: 0), style: gold)
    canvas.add(.reverse, at: Point(column: 0, row: 0), Size(width: 2, height: 9))
    #expect(
      canvas[Point(column: 1, row: 0)]
        == Cell("★", style: Style(foreground: .indexed(3), attributes: [.bold, .reverse])))
    #expect(canvas[Point(column: 2, row: 0)]?.style == gold)
    #expect(canvas[Point(column: 0, row: 1)]?.style.attributes == .reverse)
    #expect(canvas.text == " ★★\n")
  }

  @Test func cellsOutsideTheCanvasDoNotExist() {
    let canvas = Canvas(size: Size(width: 2, height: 1))
    #expect(canvas[Point(column: 1, row: 0)] == Cell())
    #expect(canvas[Point(column: 2, row: 0)] == nil)
    #expect(canvas[Point(column: 0, row: -1)] == nil)
  }

  @Test(arguments: [(0, 0), (-5, 3), (1, 1), (3, 0)])
  func tinyAndImpossibleSizesTakeAnyDrawing(width: Int, height: Int) {
    var canvas = Canvas(size: Size(width: width, height: height))
    canvas.put("一番搾り", at: Point(column: 0, row: 0))
    canvas.fill(Point(column: -1, row: -1), Size(width: 4, height: 4), with: "一")
    canvas.add(.bold, at: Point(column: 0, row: 0), Size(width: 9, height: 9))
    #expect(canvas.cells.count == max(0, width) * max(0, height))
    #expect(canvas.text.allSatisfy { $0 == "\n" })
  }
}
