import DiaryModel
import DiaryStore
import DiaryText
import DiaryUI
import FixtureStores
import Foundation
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

  @Test func aMissingPhotoIsNotOpenedInTheViewer() throws {
    running.run(.viewPhoto(99))
    try running.answers.wait { if case .photoViewed(problem: .some) = $0 { true } else { false } }
  }
}
