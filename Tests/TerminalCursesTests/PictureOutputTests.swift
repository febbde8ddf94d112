import Terminal
import Testing

@testable import TerminalCurses

/// The bytes that show, move and remove pictures.
@Suite struct PictureOutputTests {
  private static func kitty(_ id: UInt32, commands: [String] = ["DATA\u{1B}\\"]) -> TerminalPicture {
    TerminalPicture(
      id: id, format: .kitty, size: Size(width: 4, height: 3), cellHeight: 20,
      commands: commands.map { Array($0.utf8) })
  }

  private static func sixel(_ id: UInt32) -> TerminalPicture {
    TerminalPicture(
      id: id, format: .sixel, size: Size(width: 4, height: 3), cellHeight: 20,
      commands: [Array("<sixel \(id)>".utf8)])
  }

  /// A picture of seven rows in strips of two, each of which is as large as a part.
  private static func strips(_ id: UInt32) -> TerminalPicture {
    TerminalPicture(
      id: id, format: .sixel, size: Size(width: 4, height: 7), cellHeight: 20,
      commands: (0..<4).map { [UInt8](repeating: UInt8(ascii: "a") + $0, count: 1 << 16) }, rowsPerStrip: 2)
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

  private static let command = "\u{1B}_Gm=1;" + String(repeating: "A", count: 4096) + "\u{1B}\\"

  @Test func aLargePictureIsSentInPartsThatEndWithACommand() {
    var output = PictureOutput()
    let commands = Array(repeating: Self.command, count: 40)
    let placements = [Self.placed(Self.kitty(7, commands: commands), 0, 0)]
    var sent = ""
    var parts = 0
    repeat {
      let part = update(&output, placements)
      #expect(part.hasSuffix("^\\") || part.hasSuffix("^8"))
      #expect(part.utf8.count < 80_000)
      sent += part
      parts += 1
    } while output.isSending && parts < 100
    #expect(parts == 3)
    let all = commands.joined().replacing("\u{1B}", with: "^")
    #expect(sent == all + "^7^[1;1H^_Ga=p,i=7,p=1,c=4,r=3,C=1,q=2^\\^8")
  }

  @Test func noOtherCommandIsSentBetweenThePartsOfAPicture() {
    var output = PictureOutput()
    let large = Self.kitty(8, commands: Array(repeating: Self.command, count: 40))
    _ = update(&output, [Self.placed(Self.kitty(7), 0, 0)])
    _ = update(&output, [Self.placed(Self.kitty(7), 0, 0), Self.placed(large, 10, 0)])
    #expect(output.isSending)
    let bytes = update(&output, [])
    let deletion = "^_Ga=d,d=i,i=7,p=1,q=2^\\"
    #expect(bytes.hasSuffix(deletion) && bytes.hasPrefix("^_Gm=1;"))
    #expect(!output.isSending)
  }

  @Test func picturesAreDeletedForAnotherProgramAndSentAgain() {
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

  @Test func sixelsThatAreCoveredInPartAreRemoved() {
    var output = PictureOutput()
    _ = update(&output, [Self.placed(Self.sixel(3), 2, 4)])
    let covered = PicturePlacement(Self.sixel(3), at: Point(column: 2, row: 4), rows: 0..<2)
    let rows = output.rowsToRewrite(for: [covered])
    #expect(rows == [4, 5, 6])
    #expect(update(&output, [covered], rewritten: rows).isEmpty)
    #expect(!update(&output, [Self.placed(Self.sixel(3), 2, 4)]).isEmpty)
  }

  @Test func sixelsAreDrawnAgainAfterTheScreenWasCleared() {
    var output = PictureOutput()
    let placements = [Self.placed(Self.sixel(3), 2, 4)]
    let drawn = update(&output, placements)
    #expect(output.removeAll().isEmpty)
    #expect(update(&output, placements) == drawn)
  }

  @Test func aLargePictureOfSixelsIsDrawnStripByStrip() {
    var output = PictureOutput()
    let placements = [Self.placed(Self.strips(3), 2, 4)]
    var places: [String] = []
    repeat {
      let part = update(&output, placements, showsCursor: true)
      #expect(part.hasPrefix("^[?25l^7") && part.hasSuffix("^8^[?25h"))
      places.append(String(part.dropFirst(8).prefix(7)))
    } while output.isSending && places.count < 100
    #expect(places == ["^[5;3Ha", "^[7;3Hb", "^[9;3Hc", "^[11;3H"])
    #expect(update(&output, placements).isEmpty)
  }

  @Test func onlyStripsInRewrittenRowsAreDrawnAgain() {
    var output = PictureOutput()
    let placements = [Self.placed(Self.strips(3), 2, 4)]
    repeat { _ = update(&output, placements) } while output.isSending
    let again = update(&output, placements, rewritten: [7])
    #expect(again.contains("^[7;3Hb") && !again.contains("^[9;3H"))
    #expect(!output.isSending)
  }

  @Test func aPictureThatIsGoneIsNotDrawnToItsEnd() {
    var output = PictureOutput()
    _ = update(&output, [Self.placed(Self.strips(3), 2, 4)])
    #expect(output.isSending)
    #expect(output.rowsToRewrite(for: []) == [4, 5])
    #expect(update(&output, [], rewritten: [4, 5]).isEmpty)
    #expect(!output.isSending)
  }
}
