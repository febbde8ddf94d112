import Terminal
import Testing

@testable import TerminalCurses

/// The bytes that show, move and remove pictures.
@Suite struct PictureOutputTests {
  private static func kitty(_ id: UInt32, bytes: String = "DATA\u{1B}\\") -> TerminalPicture {
    TerminalPicture(
      id: id, format: .kitty, size: Size(width: 4, height: 3), cellHeight: 20, bytes: Array(bytes.utf8))
  }

  private static func sixel(_ id: UInt32) -> TerminalPicture {
    TerminalPicture(
      id: id, format: .sixel, size: Size(width: 4, height: 3), cellHeight: 20,
      bytes: Array("<sixel \(id)>".utf8))
  }

  private static func placed(_ picture: TerminalPicture, _ column: Int, _ row: Int) -> PicturePlacement {
    PicturePlacement(picture, at: Point(column: column, row: row), rows: 0..<picture.size.height)
  }

  /// Updates a screen of 24 rows, and returns the bytes with `^` for an escape.
  private func update(
    _ output: inout PictureOutput, _ placements: [PicturePlacement], rewritten: Set<Int> = [],
    showsCursor: Bool = false
  ) -> String {
    text(output.update(to: placements, rewritten: rewritten, height: 24, showsCursor: showsCursor))
  }

  private func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "^")
  }

  // MARK: - Kitty's protocol

  @Test func aPictureIsSentOnceAndShownInItsCells() {
    var output = PictureOutput()
    let placements = [Self.placed(Self.kitty(7), 10, 5)]
    #expect(update(&output, placements) == "DATA^\\^7^[6;11H^_Ga=p,i=7,p=20491,c=4,r=3,C=1,q=2^\\^8")
    #expect(!output.isSending)
    #expect(update(&output, placements, rewritten: [5, 6, 7]).isEmpty)
  }

  @Test func aPictureThatMovesIsNotSentAgain() {
    var output = PictureOutput()
    _ = update(&output, [Self.placed(Self.kitty(7), 0, 5)])
    let moved = update(&output, [Self.placed(Self.kitty(7), 0, 4)])
    #expect(
      moved == "^_Ga=d,d=i,i=7,p=20481,q=2^\\^7^[5;1H^_Ga=p,i=7,p=16385,c=4,r=3,C=1,q=2^\\^8")
  }

  @Test func aPictureThatIsGoneIsRemovedAndComesBackWithoutBeingSent() {
    var output = PictureOutput()
    let placements = [Self.placed(Self.kitty(7), 0, 0)]
    _ = update(&output, placements)
    #expect(update(&output, []) == "^_Ga=d,d=i,i=7,p=1,q=2^\\")
    #expect(output.rowsToRewrite(for: placements).isEmpty)
    #expect(update(&output, placements) == "^7^[1;1H^_Ga=p,i=7,p=1,c=4,r=3,C=1,q=2^\\^8")
  }

  @Test func onlyTheVisibleRowsOfAPictureAreShown() {
    var output = PictureOutput()
    let placement = PicturePlacement(Self.kitty(7), at: Point(column: 0, row: 2), rows: 1..<3)
    #expect(update(&output, [placement]).contains("a=p,i=7,p=8193,c=4,r=2,x=0,y=20,h=40,C=1,q=2"))
  }

  @Test func aLargePictureIsSentInPiecesThatEndWithACommand() {
    var output = PictureOutput()
    let command = "^_Gm=1;" + String(repeating: "A", count: 4096) + "^\\"
    let data = String(repeating: command, count: 40)
    let picture = Self.kitty(7, bytes: data.replacing("^", with: "\u{1B}"))
    let placements = [Self.placed(picture, 0, 0)]
    var sent = ""
    var pieces = 0
    repeat {
      let piece = update(&output, placements)
      #expect(piece.hasSuffix("^\\") || piece.hasSuffix("^8"))
      #expect(piece.utf8.count < 80_000)
      sent += piece
      pieces += 1
    } while output.isSending && pieces < 100
    #expect(pieces == 3)
    #expect(sent == data + "^7^[1;1H^_Ga=p,i=7,p=1,c=4,r=3,C=1,q=2^\\^8")
  }

  @Test func noOtherCommandIsSentBetweenThePiecesOfAPicture() {
    var output = PictureOutput()
    let command = "\u{1B}_Gm=1;" + String(repeating: "A", count: 4096) + "\u{1B}\\"
    let large = Self.kitty(8, bytes: String(repeating: command, count: 40))
    _ = update(&output, [Self.placed(Self.kitty(7), 0, 0)])
    _ = update(&output, [Self.placed(Self.kitty(7), 0, 0), Self.placed(large, 10, 0)])
    #expect(output.isSending)
    let bytes = update(&output, [])
    let deletion = "^_Ga=d,d=i,i=7,p=1,q=2^\\"
    #expect(bytes.hasSuffix(deletion) && bytes.hasPrefix("^_Gm=1;"))
    #expect(!output.isSending)
  }

  @Test func everythingIsDeletedBeforeAnotherProgramRunsAndSentAgainAfterwards() {
    var output = PictureOutput()
    let placements = [Self.placed(Self.kitty(7), 0, 0)]
    let first = update(&output, placements)
    #expect(text(output.removeAll()) == "^_Ga=d,d=A,q=2^\\")
    #expect(update(&output, placements) == first)
  }

  @Test func nothingIsDeletedIfThereWasNoPicture() {
    var output = PictureOutput()
    #expect(update(&output, []).isEmpty)
    #expect(output.removeAll().isEmpty)
  }

  // MARK: - Sixels

  @Test func sixelsAreDrawnAtTheirCell() {
    var output = PictureOutput()
    #expect(update(&output, [Self.placed(Self.sixel(3), 2, 4)]) == "^[?25l^7^[5;3H<sixel 3>^8")
  }

  @Test func theCursorIsHiddenWhileSixelsAreDrawn() {
    var output = PictureOutput()
    let placements = [Self.placed(Self.sixel(3), 2, 4), Self.placed(Self.sixel(4), 9, 4)]
    #expect(
      update(&output, placements, showsCursor: true)
        == "^[?25l^7^[5;3H<sixel 3>^8^7^[5;10H<sixel 4>^8^[?25h")
    #expect(update(&output, placements, showsCursor: true).isEmpty)
  }

  @Test func sixelsAreDrawnAgainOnlyIfTheirRowsWereRewritten() {
    var output = PictureOutput()
    let placements = [Self.placed(Self.sixel(3), 2, 4)]
    let drawn = update(&output, placements)
    #expect(update(&output, placements, rewritten: [3, 7]).isEmpty)
    #expect(update(&output, placements, rewritten: [6]) == drawn)
  }

  @Test func theRowsOfSixelsThatAreGoneAreRewritten() {
    var output = PictureOutput()
    let one = Self.placed(Self.sixel(3), 2, 4)
    let other = Self.placed(Self.sixel(4), 20, 6)
    _ = update(&output, [one, other])
    #expect(output.rowsToRewrite(for: [one, other]).isEmpty)
    let rows = output.rowsToRewrite(for: [other])
    #expect(rows == [4, 5, 6])
    // The other one shares a row with it.
    #expect(update(&output, [other], rewritten: rows) == "^[?25l^7^[7;21H<sixel 4>^8")
  }

  @Test func sixelsAreNotShownInPartOrInTheLastRow() {
    var output = PictureOutput()
    let part = PicturePlacement(Self.sixel(3), at: Point(column: 0, row: 0), rows: 1..<3)
    #expect(update(&output, [part, Self.placed(Self.sixel(4), 0, 21)]).isEmpty)
    #expect(output.rowsToRewrite(for: []).isEmpty)
    #expect(!update(&output, [Self.placed(Self.sixel(4), 0, 20)]).isEmpty)
  }

  @Test func sixelsAreDrawnAgainAfterTheScreenWasCleared() {
    var output = PictureOutput()
    let placements = [Self.placed(Self.sixel(3), 2, 4)]
    let drawn = update(&output, placements)
    #expect(output.removeAll().isEmpty)
    #expect(update(&output, placements) == drawn)
  }
}
