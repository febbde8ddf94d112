import DiaryModel
import DiaryStore
import DiaryText
import Pictures
import Terminal
import Testing

@testable import DiaryUI

/// A photo as large as the screen.
@Suite struct PhotoScreenTests {
  /// The photos of a beer with five of them, with the cursor on the second.
  private func photos(_ appearance: Appearance = Appearance()) -> HeadlessInterface {
    var diary = FakeDiary([SampleBeers.album(5)])
    diary.pictures = Dictionary(
      uniqueKeysWithValues: (1...5).map { ($0, SamplePictures.glass(tint: Int($0))) })
    var interface = HeadlessInterface(diary: diary, appearance: appearance)
    interface.type("pl")
    return interface
  }

  private func terminal(_ encoding: PictureSpec.Encoding) -> Appearance {
    var appearance = Appearance()
    appearance.terminal.hasManyColors = true
    appearance.terminal.cellSize = Size(width: 10, height: 20)
    appearance.terminal.hasKittyGraphics = encoding == .kitty
    appearance.terminal.hasSixel = encoding != .kitty
    appearance.choosePictureMethod()
    return appearance
  }

  /// What the screen lacks.
  private func missing(_ interface: HeadlessInterface) -> [PictureSpec] {
    interface.state.draw().missingPictures
  }

  @Test func enterShowsThePhotoUnderTheCursor() {
    var interface = photos()
    interface.press(Key(.enter))
    #expect(interface.state.screen == .photo)
    #expect(interface.statusLine.contains("2 of 5"))
    #expect(missing(interface).map(\.photo) == [2])
    #expect(missing(interface).first?.box == Size(width: 80, height: 22))
    interface.press(Key(.escape))
    #expect(interface.state.screen == .photos)
    #expect(interface.statusLine.contains("2 of 5"))
  }

  @Test func theCaptionOfThePhotoOnTheScreenIsEditedAndUndone() {
    var interface = photos()
    interface.diary.storesChanges = true
    interface.press(Key(.enter), .character("n"))
    interface.type("cThe label")
    interface.press(Key(.enter))
    #expect(interface.changeRequests == [.caption(photo: 3, "The label")])
    #expect(interface.state.screen == .photo)
    interface.type("u")
    guard case .undo(let undone)? = interface.changeRequests.last,
      case .captioned(photo: 3, _, _, _, _)? = undone.first
    else {
      Issue.record("\(interface.changeRequests)")
      return
    }
  }

  @Test(arguments: [Size(width: 20, height: 5), Size(width: 40, height: 12), Size(width: 80, height: 24)])
  func theCursorIsOnTheDescriptionOfThePhoto(_ size: Size) {
    var interface = photos()
    interface.resize(size.width, size.height)
    interface.press(Key(.enter))
    #expect(interface.cursorLine.contains("JPEG"))
  }

  @Test func theCursorOfThePhotosFollowsTheShownPhoto() {
    var interface = photos()
    interface.press(Key(.enter), .character("n"), Key(.right), .character("]"))
    #expect(interface.statusLine.contains("5 of 5"))
    interface.press(.character("n"))
    #expect(interface.statusLine.contains("already the last photo"))
    interface.press(.character("p"), Key(.escape))
    #expect(interface.statusLine.contains("4 of 5"))
  }

  @Test func zoomingShowsAPartAndArrowsMoveIt() throws {
    var interface = photos()
    interface.press(Key(.enter), .character("+"), .character("+"), .character("+"))
    #expect(interface.statusLine.contains("3×, h/j/k/l move"))
    let middle = try #require(missing(interface).first?.region)
    #expect(abs(middle.height - 1.0 / 3) < 0.001 && abs(middle.y + middle.height / 2 - 0.5) < 0.001)

    interface.press(Key(.down))
    let lower = try #require(missing(interface).first?.region)
    #expect(lower.y > middle.y && abs(lower.x - middle.x) < 0.001 && lower.height == middle.height)

    for _ in 0..<20 { interface.press(.character("j")) }
    let lowest = try #require(missing(interface).first?.region)
    #expect(abs(lowest.y + lowest.height - 1) < 0.001)

    interface.press(.character("0"))
    #expect(missing(interface).first?.region == .whole && !interface.statusLine.contains("3×"))
  }

  @Test func zoomingHasAMaximum() {
    var interface = photos()
    interface.press(Key(.enter))
    for _ in 0..<20 { interface.press(.character("+")) }
    #expect(interface.statusLine.contains("8×") && interface.screen.contains("- smaller"))
    for _ in 0..<20 { interface.press(.character("-")) }
    #expect(missing(interface).first?.region == .whole)
  }

  @Test func anotherPhotoIsShownAsAWhole() {
    var interface = photos()
    interface.press(Key(.enter), .character("+"), .character("n"))
    #expect(missing(interface).first?.region == .whole)
  }

  @Test func theThumbnailIsShownUntilThePhotoHasBeenRead() throws {
    var interface = photos()
    interface.press(Key(.enter), .character("+"))
    let before = interface.screen
    #expect(interface.lines.prefix(22).contains { !$0.isEmpty })
    let spec = try #require(missing(interface).first)
    #expect(spec.encoding == .characters(onLight: false))

    let picture = Self.stripes(columns: 80, rows: 22, PictureStyle())
    interface.send(.rendered(spec, .cells(picture)))

    #expect(interface.screen != before && missing(interface).isEmpty)
    #expect(Self.rows(interface) == picture.lines)
  }

  private static func stripes(columns: Int, rows: Int, _ style: PictureStyle) -> ASCIIPicture {
    let pixels = PixelGrid(width: 4 * columns, height: 8 * rows) { x, y in
      RGBColor(gray: UInt8((x + 2 * y) * 3 % 256))
    }
    return ASCIIPicture(Thumbnail(pixels), columns: columns, rows: rows, style: style)
  }

  /// Choosing the block element of each cell takes longer than a key may.
  @Test(arguments: [PictureStyle.Palette.trueColor, .xterm256])
  func blocksAreMadeInTheBackground(_ palette: PictureStyle.Palette) throws {
    var appearance = Appearance()
    appearance.pictureMethod = .cells(palette)
    var interface = photos(appearance)
    let boxes = missing(interface)
    #expect(
      !boxes.isEmpty && boxes.allSatisfy { $0.encoding == .blocks(hasMixedColors: palette == .trueColor) })
    interface.press(Key(.enter))
    #expect(Self.elements(interface).isSubset(of: ["▀", "▄"]))
    let spec = try #require(missing(interface).first)
    #expect(spec.box == Size(width: 80, height: 22) && spec.cell == Size(width: 4, height: 8))

    let picture = Self.stripes(columns: 80, rows: 22, PictureStyle(.blocks(palette)))
    interface.send(.rendered(spec, .cells(picture)))

    #expect(missing(interface).isEmpty)
    #expect(!Self.elements(interface).isSubset(of: ["▀", "▄"]))
    #expect(Self.rows(interface) == picture.lines)
  }

  /// They are not visible there, and would be chosen with each key.
  @Test func onlyHalfBlocksAreBelowAPictureOfTheTerminal() throws {
    var interface = photos(terminal(.kitty))
    interface.press(Key(.enter))
    let picture = TerminalPicture(
      id: 9, format: .kitty, size: Size(width: 33, height: 22), cellHeight: 20, commands: [])
    interface.send(.rendered(try #require(missing(interface).first), .terminal(picture)))
    #expect(Self.elements(interface).isSubset(of: ["▀", "▄"]))
  }

  /// The rows of the photo as text.
  private static func rows(_ interface: HeadlessInterface) -> [String] {
    let cells = interface.state.draw().cells
    return (0..<22).map { String(cells[$0 * 80..<($0 + 1) * 80].compactMap(\.character)) }
  }

  /// The block elements of the rows of the photo.
  private static func elements(_ interface: HeadlessInterface) -> Set<Character> {
    Set(rows(interface).joined()).subtracting([" "])
  }

  @Test func aPictureIsRequestedOnceUntilItIsMade() throws {
    var interface = photos()
    interface.press(Key(.enter))
    let specs = missing(interface)
    #expect(interface.state.request(specs) == [.renderPictures(specs)])
    #expect(interface.state.request(specs) == [])
    let spec = try #require(specs.first)
    interface.send(.rendered(spec, .refused))
    #expect(missing(interface).isEmpty)
    #expect(interface.state.request([]) == [])
  }

  @Test(arguments: [PictureSpec.Encoding.kitty, .sixel(colors: 256)])
  func theTerminalsPictureIsOverTheCells(_ encoding: PictureSpec.Encoding) throws {
    var interface = photos(terminal(encoding))
    interface.press(Key(.enter))
    let spec = try #require(missing(interface).first)
    #expect(spec.encoding == encoding && spec.cell == Size(width: 10, height: 20))
    let picture = TerminalPicture(
      id: 9, format: encoding == .kitty ? .kitty : .sixel, size: Size(width: 33, height: 22), cellHeight: 20,
      commands: [])

    interface.send(.rendered(spec, .terminal(picture)))

    let canvas = interface.state.draw()
    #expect(canvas.placements == [PicturePlacement(picture, at: Point(column: 23, row: 0), rows: 0..<22)])
    #expect(canvas.missingPictures.isEmpty)
    // The cells below show the same picture, in case it is covered.
    let below = try #require(canvas[Point(column: 30, row: 10)]).style
    #expect(below.foreground != .standard || below.background != .standard)
  }

  @Test func thePictureStaysUntilItsPartIsMade() throws {
    var interface = photos(terminal(.kitty))
    interface.press(Key(.enter))
    let whole = TerminalPicture(
      id: 9, format: .kitty, size: Size(width: 33, height: 22), cellHeight: 20, commands: [])
    interface.send(.rendered(try #require(missing(interface).first), .terminal(whole)))

    interface.press(.character("+"))
    #expect(interface.state.draw().placements.map(\.picture) == [whole])
    let part = TerminalPicture(
      id: 10, format: .kitty, size: Size(width: 50, height: 22), cellHeight: 20, commands: [])
    interface.send(.rendered(try #require(missing(interface).first), .terminal(part)))
    #expect(interface.state.draw().placements.map(\.picture) == [part])

    interface.press(.character("n"))
    #expect(interface.state.draw().placements.isEmpty)
  }

  @Test func aPromptCoversThePicturesBelowIt() throws {
    var interface = photos(terminal(.kitty))
    for spec in missing(interface) {
      let picture = TerminalPicture(
        id: UInt32(spec.photo), format: .kitty, size: spec.box, cellHeight: 20, commands: [])
      interface.send(.rendered(spec, .terminal(picture)))
    }
    let count = interface.state.draw().placements.count
    #expect(count > 0)
    interface.type(":")
    #expect(interface.state.draw().placements.isEmpty)
    interface.press(Key(.escape))
    #expect(interface.state.draw().placements.count == count)
  }

  @Test func theCellsOfAThumbnailShowTheSameInEveryWay() {
    var appearance = Appearance()
    appearance.pictureMethod = .cells(.xterm256)
    #expect(photos(appearance).screen == photos(terminal(.kitty)).screen)
  }
}

/// The memory for photos as they are shown.
@Suite struct PictureRenderingsTests {
  private func spec(_ photo: Int64) -> PictureSpec {
    PictureSpec(
      photo: photo, box: Size(width: 8, height: 4), cell: Size(width: 1, height: 2), encoding: .kitty)
  }

  private func picture(_ id: UInt32, byteCount: Int) -> PictureRendering {
    .terminal(
      TerminalPicture(
        id: id, format: .kitty, size: Size(width: 8, height: 4), cellHeight: 2,
        commands: [Array(repeating: 0, count: byteCount)]))
  }

  @Test func theOldestRenderingsAreDiscarded() {
    var renderings = PictureRenderings()
    let size = PictureRenderings.maxBytes / 4 + 1
    for photo in 1...6 { renderings.insert(picture(UInt32(photo), byteCount: size), for: spec(Int64(photo))) }
    #expect(renderings.count == 3)
    #expect(renderings[spec(3)] == nil && renderings[spec(4)] != nil && renderings[spec(6)] != nil)
  }

  @Test func theNewestRenderingStaysHoweverLargeItIs() {
    var renderings = PictureRenderings()
    renderings.insert(picture(1, byteCount: 10), for: spec(1))
    renderings.insert(picture(2, byteCount: PictureRenderings.maxBytes + 1), for: spec(2))
    #expect(renderings.count == 1 && renderings[spec(2)] != nil)
  }

  @Test func aPictureThatCouldNotBeDrawnIsRequestedAgainAfterAReload() {
    var renderings = PictureRenderings()
    #expect(renderings.request([spec(1), spec(2)]) == [spec(1), spec(2)])
    renderings.insert(.refused, for: spec(1))
    #expect(renderings.request([spec(2)]) == nil)
    renderings.forgetRefusals()
    #expect(renderings[spec(1)] == nil)
    #expect(renderings.request([spec(1)]) == [spec(1)])
  }

  @Test func aDiscardedPictureIsRequestedAgain() {
    var renderings = PictureRenderings()
    _ = renderings.request([spec(1)])
    renderings.insert(picture(1, byteCount: 10), for: spec(1))
    renderings.insert(picture(2, byteCount: PictureRenderings.maxBytes + 1), for: spec(2))
    #expect(renderings.request([spec(1)]) == [spec(1)])
  }

  // MARK: - Missing images

  /// An album whose second and third images are missing.
  private var incompleteAlbum: BeerDetail {
    var album = SampleBeers.album(3)
    for index in 1..<3 {
      album.photos[index].metadata.isMissing = true
      album.photos[index].sha256 = "0a1b"
    }
    return album
  }

  /// The photos of a synchronized beer, with the cursor on one whose image is missing.
  private func incompletePhotos(isReadOnly: Bool = false) -> HeadlessInterface {
    var interface = HeadlessInterface.synchronized(beers: [incompleteAlbum], isReadOnly: isReadOnly)
    interface.diary.pictures = [
      1: SamplePictures.glass(tint: 1), 2: .refused("image missing"), 3: .refused("image missing"),
    ]
    interface.type("pl")
    return interface
  }

  private func fetchCount(_ interface: HeadlessInterface) -> Int {
    interface.effects.count { if case .fetchImages = $0 { true } else { false } }
  }

  @Test func aMissingImageIsFetchedWhenItsPhotoIsShown() {
    var interface = incompletePhotos()
    #expect(interface.statusLine.contains("image missing; Enter looks for it in the store"))
    #expect(fetchCount(interface) == 0)
    interface.holdsEffects = true
    interface.press(Key(.enter))
    #expect(interface.effects.contains(.fetchImages(ofBeer: SampleBeers.uuid(1))))
    #expect(interface.statusLine.contains("fetching…"))
    #expect(interface.lines.count { $0.contains("fetching…") } == 2, "in place of the picture as well")
    interface.press(.character("n"))
    #expect(interface.statusLine.contains("3 of 3") && interface.statusLine.contains("fetching…"))

    interface.diary.pictures[3] = SamplePictures.glass(tint: 3)
    interface.answerHeld()
    #expect(fetchCount(interface) == 1)
    #expect(interface.statusLine.contains("JPEG"))
    #expect(!interface.screen.contains("fetching") && !interface.screen.contains("missing"))
    guard case .thumbnail? = interface.state.pictures.thumbnails[3] else {
      Issue.record("the picture was not requested again")
      return
    }
  }

  @Test func aMissingImageThatCannotBeFetchedIsRequestedAgainWhenItsPhotoIsShownAgain() {
    var interface = incompletePhotos()
    interface.diary.fetchProblem = Problem(sentence: "The store is not there.")
    interface.press(Key(.enter))
    #expect(interface.statusLine.contains("The store is not there."))
    interface.press(.character("+"))
    #expect(interface.statusLine.contains("image missing") && fetchCount(interface) == 1)
    interface.press(Key(.escape), Key(.enter))
    #expect(fetchCount(interface) == 2)
  }

  /// The words on the screen, with single blanks.
  private func words(_ interface: HeadlessInterface) -> String {
    interface.lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
  }

  @Test(arguments: ScreenSnapshotTests.sizes)
  func thePageOfAMissingImageSaysHowToFetchIt(_ size: Size) {
    var interface = HeadlessInterface.synchronized(size, beers: [incompleteAlbum])
    interface.diary.fetchProblem = Problem(sentence: "The store is not there.")
    interface.type("pG")
    interface.press(Key(.enter), .character("c"), Key(.escape))
    #expect(words(interface).contains("missing. Press o to look for it in the store of your devices."))
    #expect(interface.statusLine.contains("image missing; o looks for it") && fetchCount(interface) == 1)
    #expect(interface.lines[size.height - 1].contains("o fetch"))
    interface.diary.fetchProblem = nil
    interface.type("o")
    #expect(fetchCount(interface) == 2 && !words(interface).contains("missing"))
    #expect(!interface.lines[size.height - 1].contains("o fetch"))
    interface.type("o")
    #expect(interface.effects.contains(.viewPhoto(3)))
  }

  @Test(arguments: ScreenSnapshotTests.sizes)
  func withoutAStoreThePageSaysWhereAMissingImageMayBe(_ size: Size) {
    var unread = incompleteAlbum
    unread.photos[2].sha256 = nil
    for (beer, advice) in [
      (incompleteAlbum, "press i in the list and choose a diary or backup that has it."),
      (unread, "are in a hidden folder next to it, whose name ends with _SUPPORT."),
    ] {
      var interface = HeadlessInterface(size, diary: FakeDiary([beer]))
      interface.type("pG")
      #expect(interface.statusLine.contains("image missing; Enter says how"))
      interface.press(Key(.enter))
      #expect(
        words(interface).contains("The image of this photo is missing.") && words(interface).contains(advice))
    }
    var readOnly = HeadlessInterface.synchronized(size, beers: [incompleteAlbum], isReadOnly: true)
    readOnly.type("pG")
    readOnly.press(Key(.enter))
    #expect(words(readOnly).contains("but the diary is read-only."))
  }

  @Test func screenReadersGetAdviceAboutAMissingImage() {
    var appearance = Appearance()
    appearance.pictureMethod = .words
    var interface = HeadlessInterface.synchronized(beers: [incompleteAlbum], appearance: appearance)
    interface.diary.fetchProblem = Problem(sentence: "The store is not there.")
    interface.type("pG")
    interface.press(Key(.enter), .character("c"), Key(.escape))
    #expect(interface.cursorLine.contains("The image of this photo is missing. Press o to look for it"))
  }

  @Test func openingAMissingImageInTheViewerFetchesItFirst() {
    var interface = incompletePhotos()
    interface.type("o")
    #expect(fetchCount(interface) == 1 && !interface.effects.contains(.viewPhoto(2)))
    interface.type("o")
    #expect(fetchCount(interface) == 1 && interface.effects.contains(.viewPhoto(2)))
  }

  @Test func aMissingImageIsNotFetchedWithoutAStoreOrInAReadOnlyDiary() {
    var unsynchronized = HeadlessInterface(diary: FakeDiary([incompleteAlbum]))
    unsynchronized.type("pl")
    for var interface in [unsynchronized, incompletePhotos(isReadOnly: true)] {
      interface.press(Key(.enter))
      #expect(interface.state.screen == .photo && interface.statusLine.contains("image missing"))
      #expect(fetchCount(interface) == 0 && !interface.statusLine.contains("store"))
    }
  }
}
