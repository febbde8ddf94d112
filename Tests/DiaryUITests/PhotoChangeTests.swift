import DiaryModel
import DiaryStore
import DiaryText
import Foundation
import SQLiteKit
import Telemetry
import Terminal
import Testing

@testable import DiaryUI

/// Captions, adding, removing and opening photos, as the photos screen asks for them.
@Suite struct PhotoChangeTests {
  private func photosScreen() -> HeadlessInterface {
    var diary = FakeDiary(SampleBeers.all)
    diary.folders = [
      "~/": ["Pictures/", "Pils.jpg", ".hidden", "notes.txt"],
      "~/Pictures/": ["beer-1.jpg", "beer-2.jpg", "été.png"],
    ]
    var interface = HeadlessInterface(diary: diary)
    interface.type("p")
    return interface
  }

  @Test func aCaptionIsEditedInPlace() {
    var interface = photosScreen()
    interface.type("lc")
    #expect(interface.screen.contains("Caption The label, from close by"))
    interface.type("!")
    interface.press(Key(.enter))
    #expect(interface.changeRequests == [.caption(photo: 12, "The label, from close by!")])
  }

  @Test func aCaptionThatWasChangedElsewhereIsReplacedOnlyAfterItWasShown() {
    var interface = photosScreen()
    interface.type("lc!")
    interface.diary.beers[0].photos[1].caption = "Theirs"
    interface.send(.storeChanged)
    interface.press(Key(.enter))
    #expect(interface.changeRequests.isEmpty)
    #expect(interface.screen.contains("The caption was changed elsewhere to “Theirs”."))
    #expect(interface.screen.contains("Caption The label, from close by!"))
    // Enter was pressed twice, the second time before the caption from elsewhere was on the screen.
    interface.press(Key(.enter))
    #expect(interface.changeRequests.isEmpty)
    interface.pause()
    interface.press(Key(.enter))
    #expect(interface.changeRequests == [.caption(photo: 12, "The label, from close by!")])
  }

  @Test func aCaptionThatWasChangedElsewhereToTheTypedOneIsNotShown() {
    var interface = photosScreen()
    interface.type("lc!")
    interface.diary.beers[0].photos[1].caption = "The label, from close by!"
    interface.send(.storeChanged)
    interface.press(Key(.enter))
    #expect(interface.changeRequests.count == 1)
  }

  @Test func aCaptionThatCannotBeSavedCanBeEnteredAgain() {
    var interface = photosScreen()
    interface.diary.storesChanges = true
    interface.type("lc!")
    interface.diary.failure = .store(.busy(path: "/diary.sqlite"))
    interface.press(Key(.enter))
    #expect(interface.screen.contains("Caption The label, from close by!"))
    interface.diary.failure = nil
    interface.press(Key(.enter))
    #expect(interface.diary.beers[0].photos[1].caption == "The label, from close by!")
  }

  @Test func removingAPhotoRequestsAChange() {
    var interface = photosScreen()
    interface.type("lx")
    interface.press(Key(.delete))
    #expect(interface.changeRequests == [.removePhoto(12), .removePhoto(12)])
  }

  @Test func theMessageNamesTheRemovedPhoto() {
    var interface = photosScreen()
    interface.diary.storesChanges = true
    interface.type("lx")
    #expect(interface.statusLine.contains("Removed photo 2 of “Trappistes Rochefort 10”.  u: undo"))
  }

  @Test func aRemovedPhotoIsRestoredLaterThanOtherChanges() {
    var interface = photosScreen()
    interface.diary.storesChanges = true
    interface.type("lxcNew")
    interface.press(Key(.enter))
    interface.type("r")
    #expect(interface.screen.contains("photo 2"))
    interface.press(Key(.enter))
    #expect(interface.statusLine.contains("Restored 1 photo of “Trappistes Rochefort 10”."))
    #expect(interface.diary.beers[0].photos.map(\.id) == [11, 12, 13])
    interface.type("r")
    #expect(interface.screen.ranges(of: "No removed photos.").count == 1)
    #expect(interface.lines.last == " Esc cancel")
  }

  @Test func aFormatThatCannotBeShownIsNamedWhenAPhotoIsAdded() {
    var interface = photosScreen()
    interface.diary.storesChanges = true
    interface.type("aIMG_1.heic")
    interface.press(Key(.enter))
    #expect(interface.statusLine.contains("HEIC cannot be shown here."))
  }

  @Test func aPathIsCompletedAsFarAsItIsCertain() {
    var interface = photosScreen()
    interface.diary.storesChanges = true
    interface.type("aPi")
    interface.press(Key(.tab))
    #expect(interface.screen.contains("Pictures/  Pils.jpg"))
    interface.type("c")
    interface.press(Key(.tab))
    #expect(interface.screen.contains("~/Pictures/"))
    interface.type("b")
    interface.press(Key(.tab))
    interface.type("2")
    interface.press(Key(.tab), Key(.enter))
    #expect(interface.changeRequests == [.addPhotos(beer: 1, paths: ["~/Pictures/beer-2.jpg"])])

    interface.type("a")
    #expect(interface.screen.contains("Photo file ~/Pictures/"), "the folder is remembered")
  }

  @Test func tabCyclesThroughAmbiguousNames() {
    var interface = photosScreen()
    interface.type("aPi")
    interface.press(Key(.tab))
    #expect(interface.screen.contains("Photo file ~/Pi") && interface.screen.contains("Pictures/  Pils.jpg"))
    interface.press(Key(.tab), Key(.tab))
    #expect(interface.screen.contains("Photo file ~/Pils.jpg") && interface.screen.contains("(2 of 2)"))
    interface.press(Key(.backTab))
    #expect(interface.screen.contains("Photo file ~/Pictures/"))
  }

  @Test(arguments: [
    ("~/nope.jpg is not there; check the path.", ErrorKind.noInput), ("It is no picture.", .badData),
    ("It cannot be read.", .inputOutput),
  ])
  func anInvalidPathIsCorrectedInItsPrompt(_ sentence: String, _ kind: ErrorKind) {
    var interface = photosScreen()
    interface.holdsEffects = true
    interface.type("anope.jpg")
    interface.press(Key(.enter))
    #expect(interface.screen.contains("Photo file ~/nope.jpg"))
    // What would follow the photo does not become part of the path, nor anything else.
    interface.type("xq")
    var outcome = ChangeOutcome([])
    outcome.problem = Problem(sentence: sentence, kind: kind)
    interface.send(.changed(.addPhotos(beer: 1, paths: ["~/nope.jpg"]), .success(outcome)))
    #expect(interface.screen.contains("Photo file ~/nope.jpg\n") && interface.screen.contains(sentence))
    interface.press(Key(.escape))
    #expect(interface.lines[0].contains("3 photos") && interface.changeRequests.count == 1)
  }

  @Test func aFullDiskDoesNotReopenThePathPrompt() {
    var interface = photosScreen()
    interface.holdsEffects = true
    interface.type("aglass.jpg")
    interface.press(Key(.enter))
    var outcome = ChangeOutcome([])
    outcome.problem = Problem(sentence: "The disk is full.", kind: .diskFull)
    interface.send(.changed(.addPhotos(beer: 1, paths: ["~/glass.jpg"]), .success(outcome)))
    #expect(interface.statusLine.contains("The disk is full.") && !interface.screen.contains("Photo file"))
  }

  private func placement(_ photo: Int64) -> DiaryChange.PhotoPlacement {
    .init(photo: photo, uuid: UUID(), beer: 1, order: 0)
  }

  @Test func theCursorGoesToAPhotoThatUndoBroughtBack() {
    var interface = photosScreen()
    #expect(interface.statusLine.contains("1 of 3"))
    interface.send(
      .changed(
        .undo([.removedPhoto(placement(12), updatedAt: "")]),
        .success(ChangeOutcome([.addedPhoto(placement(12), updatedAt: "")]))))
    #expect(interface.statusLine.contains("2 of 3"))
  }

  @Test func theCursorGoesToThePhotoThatWasAddedLast() {
    var interface = photosScreen()
    interface.send(
      .changed(
        .addPhotos(beer: 1, paths: ["a", "b"]),
        .success(
          ChangeOutcome([
            .addedPhoto(placement(12), updatedAt: ""), .addedPhoto(placement(13), updatedAt: ""),
          ]))))
    #expect(interface.statusLine.contains("3 of 3"))
  }

  @Test func aPathIsCompletedAsAWholeWhereverTheCursorIs() {
    var interface = photosScreen()
    interface.type("aPi")
    interface.press(Key(.left), Key(.tab), Key(.tab), Key(.tab))
    #expect(interface.screen.contains("Photo file ~/Pils.jpg\n"))
  }

  @Test func tabCorrectsTheCaseOfATypedPath() {
    var interface = photosScreen()
    interface.type("api")
    interface.press(Key(.tab))
    #expect(interface.screen.contains("Photo file ~/Pi") && interface.screen.contains("Pictures/  Pils.jpg"))
    interface.press(Key(.tab), Key(.tab))
    #expect(interface.screen.contains("Photo file ~/Pictures/"))
  }

  @Test func enterOpensAFolder() {
    var interface = photosScreen()
    interface.type("aPic")
    interface.press(Key(.tab))
    #expect(interface.screen.contains("Enter open folder"))
    interface.press(Key(.enter))
    #expect(interface.state.screen == .files && interface.screen.contains("beer-1.jpg"))
    interface.press(Key(.escape))
    #expect(interface.state.screen == .photos && interface.cursorLine.contains("Photo file ~/Pictures/"))
    interface.press(Key(.enter), Key(.enter))
    #expect(interface.changeRequests == [.addPhotos(beer: 1, paths: ["~/Pictures/beer-1.jpg"])])
  }

  @Test func theHomeFolderIsOpenedAsATilde() {
    var interface = photosScreen()
    interface.type("a~")
    interface.press(Key(.enter))
    #expect(interface.state.screen == .files && interface.screen.contains("Pils.jpg"))
  }

  @Test func onlyFilesThatCanBeChosenCompleteAPath() {
    var interface = photosScreen()
    interface.type("a")
    interface.press(Key(.tab))
    #expect(interface.screen.contains("Pictures/  Pils.jpg"))
    #expect(!interface.screen.contains("notes.txt"))
    interface.press(Key(.escape))
    interface.diary.folders["~/"] = ["notes.txt"]
    interface.type("a")
    interface.press(Key(.tab))
    #expect(interface.screen.contains("Nothing to choose here."))
  }

  @Test func failedCompletionIsReported() {
    var interface = photosScreen()
    interface.type("azzz")
    interface.press(Key(.tab))
    #expect(interface.screen.contains("No matches."))
    interface.type("/")
    interface.press(Key(.tab))
    #expect(interface.screen.contains("This folder cannot be opened. Check the path."))
  }

  @Test func anAnswerThatArrivesTooLateChangesNothing() {
    var interface = photosScreen()
    interface.type("a")
    let request = FolderRequest(typed: "~/")
    interface.type("x")
    interface.send(.folder(request, ["Pictures/"]))
    #expect(interface.screen.contains("~/x"))
  }

  @Test(arguments: [
    ("~/", ["a1", "a2"], "~/a"), ("~/b", ["a", "bc/"], "~/bc/"), ("", ["x y.jpg"], "x y.jpg"),
    ("/q/é", ["é1", "é2", "e3"], "/q/é"), ("~/", [".git"], "~/"), ("~/.", [".git", "a"], "~/.git"),
  ])
  func completionStopsWhereNamesDiffer(_ typed: String, _ names: [String], _ path: String) {
    #expect(PathCompletion(FolderRequest(typed: typed), names: names).path == path)
  }

  @Test(arguments: [
    ("~/down", ["Documents/", "Downloads/"], "~/Downloads/", ["Downloads/"]),
    ("~/d", ["Documents/", "Downloads/"], "~/Do", ["Documents/", "Downloads/"]),
    ("~/ete", ["Été.png"], "~/Été.png", ["Été.png"]),
    ("~/down", ["Downloads/", "downs.csv"], "~/downs.csv", ["downs.csv"]),
    ("~/DOWN", ["Downloads/", "downs.csv"], "~/DOWN", ["Downloads/", "downs.csv"]),
    ("~/.C", [".config/", "Cellar/"], "~/.config/", [".config/"]), ("~/x", ["Downloads/"], "~/x", []),
  ])
  func completionIgnoresCaseIfNoNameMatchesExactly(
    _ typed: String, _ names: [String], _ path: String, _ candidates: [String]
  ) {
    let completion = PathCompletion(FolderRequest(typed: typed), names: names)
    #expect(completion.path == path && completion.candidates == candidates)
  }

  @Test func openingAPhotoReportsWhyItFails() {
    var interface = photosScreen()
    interface.type("lo")
    #expect(interface.effects.contains(.viewPhoto(12)))
    interface.send(.photoViewed(problem: Problem(sentence: "There is no display to open a viewer on.")))
    #expect(interface.statusLine.contains("no display"))
  }

  @Test func picturesOfTheScreenAreRequestedBeforeOthers() throws {
    var interface = HeadlessInterface(
      Size(width: 140, height: 24), diary: FakeDiary(SampleBeers.many(200, photos: true)))
    // Without a pane, the list has room for photos.
    interface.type("PG")
    let asked = interface.requestedPictures
    let last = try #require(asked.last)
    #expect(last.prefix(19).contains(2000) && !last.prefix(19).contains(1500))
    #expect(last.count <= 60)
  }

  @Test func theCacheKeepsNoMoreThanItsLimit() {
    var cache = PictureCache()
    for start in stride(from: Int64(0), to: 5000, by: 50) {
      let near = Array(start..<start + 50)
      _ = cache.request(near)
      cache.insert(Dictionary(uniqueKeysWithValues: near.map { ($0, PhotoPicture.refused("none")) }))
      #expect(near.allSatisfy { cache[$0] != nil })
      #expect(cache.count <= 512)
    }
    #expect(cache[0] == nil)
  }

  @Test func aPictureThatArrivesMovesNothingElse() {
    var interface = photosScreen()
    let before = interface.lines
    interface.send(.pictures([11: SamplePictures.glass()]))
    let after = interface.lines
    #expect(before != after)
    for (old, new) in zip(before, after) {
      #expect(old.dropFirst(25) == new.dropFirst(25))
    }
  }

  @Test func plainCharactersAreEnoughForPictures() {
    var diary = FakeDiary(SampleBeers.all)
    diary.pictures = SamplePictures.all
    for keys in ["", "v", "l", "p", "pml"] {
      var interface = HeadlessInterface(diary: diary, appearance: Appearance(glyphs: .ascii))
      interface.type(keys)
      #expect(interface.screen.unicodeScalars.allSatisfy { $0.value <= 0x7E })
    }
  }
}
