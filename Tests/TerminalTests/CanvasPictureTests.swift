import Terminal
import Testing

/// Pictures in place of cells.
@Suite struct CanvasPictureTests {
  private let picture = TerminalPicture(
    id: 1, format: .kitty, size: Size(width: 4, height: 3), cellHeight: 20, commands: [])

  private func canvas(firstRow: Int = 0) -> Canvas {
    var canvas = Canvas(size: Size(width: 10, height: 6))
    for row in firstRow..<3 { canvas.place(picture, row: row, at: Point(column: 2, row: 1 + row - firstRow)) }
    return canvas
  }

  @Test func theRowsOfAPictureAreOnePlacement() {
    #expect(canvas().placements == [PicturePlacement(picture, at: Point(column: 2, row: 1), rows: 0..<3)])
    #expect(canvas().placements.first?.isWhole == true)
  }

  @Test func aPictureThatIsScrolledHasFewerRows() {
    #expect(
      canvas(firstRow: 1).placements == [PicturePlacement(picture, at: Point(column: 2, row: 1), rows: 1..<3)]
    )
  }

  @Test func whatIsDrawnLaterCoversThePicture() {
    var canvas = canvas()
    canvas.put("beside", at: Point(column: 6, row: 2))
    canvas.put("xy", at: Point(column: 0, row: 2))
    canvas.put("below", at: Point(column: 2, row: 4))
    #expect(canvas.placements.count == 1)
    canvas.put("x", at: Point(column: 5, row: 3))
    #expect(canvas.placements.isEmpty)
  }

  @Test func aFilledRectangleCoversThePicture() {
    var canvas = canvas()
    canvas.fill(Point(column: 0, row: 3), Size(width: 10, height: 1))
    #expect(canvas.placements.isEmpty)
  }

  @Test(arguments: [(7, 0), (-1, 0), (0, 6), (0, -1)])
  func aPictureThatDoesNotFitIsNotPlaced(column: Int, row: Int) {
    var canvas = Canvas(size: Size(width: 10, height: 6))
    canvas.place(picture, row: 0, at: Point(column: column, row: row))
    #expect(canvas.placements.isEmpty)
  }

  @Test func thePictureAtTwoPositionsHasTwoPlacements() {
    var canvas = canvas()
    for row in 0..<3 { canvas.place(picture, row: row, at: Point(column: 6, row: 1 + row)) }
    #expect(canvas.placements.map(\.origin.column) == [2, 6])
  }

  @Test func picturesNextToEachOtherCanBePlacedRowByRow() {
    let other = TerminalPicture(
      id: 2, format: .sixel, size: Size(width: 4, height: 3), cellHeight: 20, commands: [])
    var canvas = Canvas(size: Size(width: 10, height: 6))
    for row in 0..<3 {
      canvas.put("line", at: Point(column: 0, row: row))
      canvas.place(picture, row: row, at: Point(column: 0, row: row))
      canvas.place(other, row: row, at: Point(column: 5, row: row))
    }
    #expect(canvas.placements.map(\.picture) == [picture, other])
    #expect(canvas.placements.allSatisfy { $0.isWhole })
  }

  @Test func thereAreNoPicturesInASCII() {
    #expect(canvas().asciiOnly.placements.isEmpty)
  }

  @Test func aMissingPictureIsRequestedOnce() {
    var canvas = Canvas(size: Size(width: 10, height: 6))
    let spec = PictureSpec(
      photo: 1, box: Size(width: 0, height: 3), cell: Size(width: 10, height: 20), encoding: .kitty)
    canvas.request(spec)
    canvas.request(spec)
    #expect(canvas.missingPictures == [spec] && spec.box.width == 1)
  }
}
