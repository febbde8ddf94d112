import DiaryModel
import DiaryStore
import DiaryText
import DiaryUI
import FixtureStores
import Foundation
import Pictures
import Terminal
import TestSupport
import Testing

@testable import DiaryRuntime

/// Pictures of photos, of which only those of the newest request are loaded.
@Suite struct PictureEffectTests {
  private let running: RunningDiary

  init() throws {
    running = try RunningDiary()
    try running.open()
    var random = SeededGenerator(seed: 1)
    let folder = running.folder
    let paths = try (1...3).map { number in
      let path = folder.file("\(number).jpg")
      try FixtureImage.jpeg(width: number, height: 10, byteCount: 2000, using: &random)
        .write(to: URL(fileURLWithPath: path))
      return path
    }
    running.run(.change(.add("Orval")), .change(.addPhotos(beer: 1, paths: paths)))
    try running.answers.wait(count: 2, until: \.isChanged)
  }

  /// The photos whose pictures were sent, one array for each message.
  private var answered: [[Int64]] {
    running.answers.all.compactMap { message -> [Int64]? in
      if case .pictures(let pictures) = message { pictures.keys.sorted() } else { nil }
    }
  }

  private static func hasPicture(of photo: Int64, _ message: Message) -> Bool {
    if case .pictures(let pictures) = message { pictures[photo] != nil } else { false }
  }

  @Test func picturesAreSentInTheOrderOfTheRequest() throws {
    running.run(.loadPictures(PictureRequest(photos: [3, 1, 2])))
    try running.answers.wait { Self.hasPicture(of: 2, $0) }
    #expect(running.finish() == nil)
    #expect(answered == [[3], [1], [2]])
  }

  /// As after the migration of an old diary.
  @Test func aBeerHasTheDatesOfItsPhotosBeforeBackgroundWorkHasReadThem() throws {
    var random = SeededGenerator(seed: 2)
    let path = running.folder.file("dated.jpg")
    try FixtureImage.jpeg(width: 8, height: 10, byteCount: 900, taken: "2024:06:01 20:00:00", using: &random)
      .write(to: URL(fileURLWithPath: path))
    running.run(.change(.addPhotos(beer: 1, paths: [path])))
    try running.answers.wait(count: 3, until: \.isChanged)
    let file = try SQLiteFile(running.folder.file("diary.sqlite"))
    try file.execute("UPDATE photo SET described = 0, taken_at = NULL, format = NULL")
    file.close()

    running.run(.loadBeer(BeerRequest(id: 1, generation: 1)))
    try running.answers.wait { if case .beer = $0 { true } else { false } }

    let details = try running.answers.all.compactMap { message -> BeerDetail? in
      if case .beer(_, let result) = message { try result.get() } else { nil }
    }
    #expect(details.last?.photos.map { $0.takenAt?.text } == [nil, nil, nil, "2024-06-01T20:00:00"])
    #expect(details.last?.photos.allSatisfy { $0.metadata.format == "JPEG" } == true)
  }

  @Test func allRemovedPhotosOfABeerAreRestored() throws {
    running.run(
      .change(.removePhoto(1)), .change(.removePhoto(2)), .change(.restoreAllPhotos(ofBeer: 1)))
    try running.answers.wait(count: 5, until: \.isChanged)

    let (request, result) = try #require(running.answers.changes.last)
    #expect(request == .restoreAllPhotos(ofBeer: 1))
    #expect(try result.get().changes.count == 2)
  }

  @Test func aFileThatIsNotAPictureIsNamedAndTheOthersAreAdded() throws {
    var random = SeededGenerator(seed: 3)
    let paths = ["4.jpg", "notes.txt", "5.jpg"].map(running.folder.file)
    for path in paths {
      try FixtureImage.jpeg(width: 4, height: 10, byteCount: 2000, using: &random)
        .write(to: URL(fileURLWithPath: path))
    }
    try Data("Orval".utf8).write(to: URL(fileURLWithPath: paths[1]))

    running.run(.change(.addPhotos(beer: 1, paths: paths)))
    try running.answers.wait(count: 3, until: \.isChanged)

    let outcomes = try running.answers.all.compactMap { message -> ChangeOutcome? in
      if case .changed(_, let result) = message { try result.get() } else { nil }
    }
    let outcome = try #require(outcomes.last)
    let sentence = try #require(outcome.problem?.sentence)
    #expect(sentence.hasPrefix("Added 2 of 3 photos, not “notes.txt”: ") && sentence.contains("--any-file"))
    #expect(outcome.changes.count == 2)
  }

  @Test func photosAreOneChangeAndFormatsThatCannotBeShownAreNamed() throws {
    var random = SeededGenerator(seed: 4)
    let paths = ["4.jpg", "drawing.gif"].map(running.folder.file)
    try FixtureImage.jpeg(width: 4, height: 10, byteCount: 2000, using: &random)
      .write(to: URL(fileURLWithPath: paths[0]))
    // A header that says 8 by 6 pixels, and no pixels.
    try Data(Array("GIF89a".utf8) + [8, 0, 6, 0, 0, 0, 0, 0x3B]).write(to: URL(fileURLWithPath: paths[1]))

    running.run(.change(.addPhotos(beer: 1, paths: paths)))
    try running.answers.wait(count: 3, until: \.isChanged)

    let outcome = try #require(running.answers.changes.last).1.get()
    #expect(outcome.changes.count == 2 && outcome.formatsWithoutPicture == ["GIF"])
    #expect(try running.reopened { try $0.loggedChanges(limit: 1) }.first?.changes.count == 2)
  }

  @Test func aMissingPhotoHasNoPicture() throws {
    running.run(.loadPictures(PictureRequest(photos: [99, 2])))
    try running.answers.wait { Self.hasPicture(of: 2, $0) }
    #expect(running.finish() == nil)
    #expect(answered == [[2]])
  }

  @Test func aNewerRequestReplacesTheRestOfAnOlderOne() throws {
    running.answers.onMessage { [running] message in
      guard Self.hasPicture(of: 1, message) else { return }
      running.run(.loadPictures(PictureRequest(photos: [3])))
    }
    running.run(.loadPictures(PictureRequest(photos: [1, 2])))
    try running.answers.wait { Self.hasPicture(of: 3, $0) }
    #expect(running.finish() == nil)
    #expect(answered == [[1], [3]])
  }

  // MARK: - Pictures in boxes of the screen

  private static let blocks = PictureSpec.Encoding.blocks(hasMixedColors: true)

  private static func spec(_ photo: Int64, _ encoding: PictureSpec.Encoding = blocks) -> PictureSpec {
    PictureSpec(
      photo: photo, box: Size(width: 6, height: 4), cell: Size(width: 5, height: 10), encoding: encoding)
  }

  /// What was made, in order.
  private var rendered: [(spec: PictureSpec, rendering: PictureRendering)] {
    running.answers.all.compactMap {
      if case .rendered(let spec, let rendering) = $0 { (spec, rendering) } else { nil }
    }
  }

  private static func isRendered(_ photo: Int64, _ message: Message) -> Bool {
    if case .rendered(let spec, _) = message { spec.photo == photo } else { false }
  }

  @Test func photosThatCannotBeDrawnAreRefused() throws {
    running.run(.renderPictures([Self.spec(2), Self.spec(99)]))
    try running.answers.wait { Self.isRendered(99, $0) }
    #expect(rendered.map(\.spec.photo) == [2, 99])
    #expect(rendered.allSatisfy { $0.rendering == .refused })
  }

  @Test func aNewerRequestReplacesTheRestOfAnOlderOneOnTheScreen() throws {
    running.answers.onMessage { [running] message in
      guard Self.isRendered(1, message) else { return }
      running.run(.renderPictures([Self.spec(3)]))
    }
    running.run(.renderPictures([Self.spec(1), Self.spec(2)]))
    try running.answers.wait { Self.isRendered(3, $0) }
    #expect(running.finish() == nil)
    #expect(rendered.map(\.spec.photo) == [1, 3])
  }

  @Test func aLargePictureOfSixelsIsMadeInStripsOfWholeRows() throws {
    let photo = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("PicturesTests/Fixtures/large.jpg")
    running.run(.change(.addPhotos(beer: 1, paths: [photo.path])))
    try running.answers.wait(count: 3, until: \.isChanged)

    let spec = PictureSpec(
      photo: 4, box: Size(width: 100, height: 50), cell: Size(width: 10, height: 20),
      encoding: .sixel(colors: 256))
    running.run(.renderPictures([spec]))
    try running.answers.wait { if case .rendered(spec, _) = $0 { true } else { false } }

    guard Thumbnail.hasCodecs else { return #expect(rendered.allSatisfy { $0.rendering == .refused }) }
    guard case .terminal(let picture) = rendered.first?.rendering else {
      Issue.record("no picture")
      return
    }
    #expect(picture.commands.count > 2)
    let rows = picture.rowsPerStrip
    #expect((picture.size.height + rows - 1) / rows == picture.commands.count)
    #expect(picture.commands.allSatisfy { $0.count < 1 << 17 })
  }

  @Test func photosAreMadeForTheTerminal() throws {
    let photo = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("PicturesTests/Fixtures/large.jpg")
    running.run(.change(.addPhotos(beer: 1, paths: [photo.path])))
    try running.answers.wait(count: 3, until: \.isChanged)

    let characters = Self.spec(4, .characters(onLight: true))
    running.run(
      .renderPictures([Self.spec(4, .kitty), Self.spec(4, .sixel(colors: 256)), characters, Self.spec(4)]))
    try running.answers.wait { if case .rendered(let spec, _) = $0 { spec == Self.spec(4) } else { false } }

    guard Thumbnail.hasCodecs else { return #expect(rendered.allSatisfy { $0.rendering == .refused }) }
    let pictures = rendered.compactMap {
      if case .terminal(let picture) = $0.rendering { picture } else { nil }
    }
    #expect(pictures.map(\.format) == [.kitty, .sixel])
    #expect(Set(pictures.map(\.id)).count == 2)
    #expect(pictures.allSatisfy { $0.size.width == 6 || $0.size.height == 4 })
    #expect(pictures.first?.commands.first?.starts(with: "\u{1B}_Ga=t".utf8) == true)
    #expect(pictures.last?.commands.first?.starts(with: "\u{1B}P".utf8) == true)
    let texts = rendered.compactMap { if case .cells(let picture) = $0.rendering { picture } else { nil } }
    #expect(texts.count == 2)
    #expect(texts.allSatisfy { $0.cells.count == 4 && $0.cells.allSatisfy { $0.count == 6 } })
    #expect(texts.first?.lines.joined().allSatisfy(\.isASCII) == true)
    #expect(texts.last?.cells.joined().contains { $0.background != nil } == true)
  }

  @Test func aMissingPhotoIsNotOpenedInTheViewer() throws {
    running.run(.viewPhoto(99))
    try running.answers.wait { if case .photoViewed(problem: .some) = $0 { true } else { false } }
  }
}
