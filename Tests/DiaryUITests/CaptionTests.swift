import DiaryModel
import DiaryStore
import Foundation
import Terminal
import Testing

@testable import DiaryUI

/// Captions that are longer than a line.
@Suite struct CaptionTests {
  private static let caption =
    "The label of the bottle that 山田 brought from the brewery in Ma\u{308}rz, where it had been for eleven years; "
    + "the cork came out by itself, and half of the beer came with it, but what was left of it was the best."

  /// The photos of a beer with three of them, with the cursor on the second, which has a caption.
  private func photos(
    _ size: Size = Size(width: 80, height: 24), caption: String = Self.caption,
    appearance: Appearance = Appearance()
  ) -> HeadlessInterface {
    var album = SampleBeers.album(3)
    album.photos[1].caption = caption
    var interface = HeadlessInterface(size, diary: FakeDiary([album]), appearance: appearance)
    interface.type("pl")
    return interface
  }

  /// The rows from the one with the cursor to the one above the status line.
  private func captionRows(_ interface: HeadlessInterface) -> [String] {
    let cursor = interface.state.draw().cursor?.row ?? 0
    return interface.lines[cursor..<interface.state.layout.statusRow].map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }

  @Test(arguments: [(20, 5, true), (40, 12, true), (80, 24, false), (140, 40, false)], [false, true])
  func aCaptionIsBelowThePhotoThatIsAsLargeAsTheScreen(_ size: (Int, Int, Bool), isASCII: Bool) {
    let (width, height, isCut) = size
    let glyphs: Glyphs = isASCII ? .ascii : .unicode
    var interface = photos(Size(width: width, height: height), appearance: Appearance(glyphs: glyphs))
    interface.press(Key(.enter))
    let rows = captionRows(interface)
    #expect(rows.count <= max(1, height / 3) && rows.allSatisfy { $0.columns <= width - 2 })
    #expect(rows.first?.hasPrefix("The label of the") == true)
    #expect(rows.last?.hasSuffix(String(glyphs.ellipsis)) == isCut)
    #expect(isCut || isASCII || rows.joined(separator: " ") == Self.caption)
    #expect(isCut || rows.last?.hasSuffix("the best.") == true)
    // The photo, which is in words in ASCII, is above it, and the status line has what else is known.
    let box = interface.state.draw().missingPictures.first?.box
    #expect(isASCII || box?.height == interface.state.layout.statusRow - rows.count)
    #expect(interface.lines[interface.state.layout.statusRow].hasPrefix(" JPEG 3024x4032"))
  }

  @Test func aShortCaptionIsInTheStatusLine() {
    var interface = photos(caption: "The label, from close by, and a glass behind it")
    interface.press(Key(.enter))
    #expect(interface.statusLine.hasPrefix(" The label, from close by, and a glass behind it · JPEG"))
    #expect(captionRows(interface).isEmpty)
    #expect(interface.state.draw().missingPictures.first?.box.height == 22)
    // The magnification leaves no room for it.
    interface.type("+")
    #expect(interface.statusLine.contains("1.5×, h/j/k/l move · The label"))
    interface.resize(60, 24)
    #expect(captionRows(interface) == ["The label, from close by, and a glass behind it"])
    #expect(interface.statusLine.contains("1.5×, h/j/k/l move · JPEG"))
  }

  @Test func aCaptionInWordsIsReadInParts() {
    var appearance = Appearance()
    appearance.pictureMethod = .words
    var interface = photos(appearance: appearance)
    #expect(interface.cursorLine.contains("The label of the bottle that 山田 brought"))
    let row = interface.state.draw().cursor?.row ?? 0
    #expect(interface.lines[row + 1].hasSuffix("…") && !interface.lines[row].hasSuffix("…"))
    interface.press(Key(.enter))
    #expect(interface.cursorLine == interface.statusLine)
    #expect(interface.cursorLine.hasPrefix(" Photo. The label of"))
    interface.press(.character("."), until: "the end of the caption") {
      $0.cursorLine.contains("best.")
    }
  }

  @Test func aCaptionHasTwoRowsBelowItsPicture() {
    let interface = photos()
    let first = interface.lines.firstIndex { $0.contains("The label of the") } ?? 0
    #expect(interface.lines[first + 1].contains("…") && !interface.lines[first].contains("…"))
    // Without such a caption, pictures are larger.
    let short = photos(caption: "The label")
    func frameBottom(_ interface: HeadlessInterface) -> Int? {
      interface.lines.firstIndex { $0.contains("╰") }
    }
    #expect(frameBottom(short).map { $0 - 1 } == frameBottom(interface))
  }

  @Test(arguments: [Size(width: 20, height: 5), Size(width: 20, height: 6), Size(width: 40, height: 12)])
  func aCaptionNextToItsPictureSaysThatThereIsMore(_ size: Size) {
    let interface = photos(size)
    let body = interface.lines[interface.state.layout.body]
    #expect(body.contains { $0.contains("JPEG") } && body.contains { $0.contains("The") })
    #expect(body.contains { $0.hasSuffix("…") })
  }

  @Test func theBeersPageHasWholeCaptions() {
    var album = SampleBeers.album(1)
    album.photos[0].caption = Self.caption
    var interface = HeadlessInterface(Size(width: 40, height: 60), diary: FakeDiary([album]))
    interface.press(Key(.enter))
    let words = interface.lines.joined(separator: " ").split(separator: " ")
    #expect(Self.caption.split(separator: " ").allSatisfy(words.contains))
  }
}
