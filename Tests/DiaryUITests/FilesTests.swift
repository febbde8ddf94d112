import DiaryModel
import DiaryText
import Interchange
import SQLiteKit
import Telemetry
import Terminal
import Testing

@testable import DiaryStore
@testable import DiaryUI

/// Choosing files, and the ways to begin a diary.
@Suite struct FilesTests {
  private static let folders = [
    "~/": ["notes.md", "beers.csv", "Wine/", "Downloads/", ".old.csv", "Old.sqlite", "glass.JPG"],
    "~/Downloads/": ["check-ins.json"], "~/../": ["me/"], "/": ["home/"],
  ]

  private func interface(_ beers: [BeerDetail] = [], isReadOnly: Bool = false) -> HeadlessInterface {
    var diary = FakeDiary(beers)
    diary.folders = Self.folders
    return HeadlessInterface(diary: diary, isReadOnly: isReadOnly)
  }

  /// The names on the screen, with those of the fixed lines.
  private func names(_ interface: HeadlessInterface) -> [String] {
    interface.state.screens[FilesScreen.self].entries.map { entry in
      switch entry {
      case .folder: "./"
      case .parent: "../"
      case .name(let name), .newFile(let name): name
      }
    }
  }

  @Test(arguments: [[], SampleBeers.all]) func aFileToImportIsChosenFromAList(_ beers: [BeerDetail]) {
    var interface = interface(beers)
    interface.type("I")
    #expect(interface.state.screen == .files)
    #expect(names(interface) == ["../", "Downloads/", "Wine/", "beers.csv"])
    #expect(interface.screen.contains("Downloads/") && interface.screen.contains("CSV or JSON file   ~/"))
    interface.press(Key(.enter))
    #expect(names(interface) == ["../", "check-ins.json"])
    interface.press(Key(.enter))
    #expect(interface.effects.contains(.previewImport(ImportRequest(path: "~/Downloads/check-ins.json"))))
    #expect(interface.state.screen == .importing)
  }

  @Test func typingNarrowsTheNames() {
    var interface = interface()
    interface.type("IBEER")
    #expect(names(interface) == ["beers.csv"])
    interface.type("x")
    #expect(interface.screen.contains("No matches."))
    interface.press(Key(.escape))
    #expect(names(interface).count == 4)
    interface.type("own")
    interface.press(Key(.enter))
    #expect(names(interface) == ["../", "check-ins.json"])
    #expect(interface.state.screens[FilesScreen.self].input.isEmpty)
  }

  @Test func homeAndEndMoveInTheListUntilSomethingIsTyped() {
    var interface = interface()
    interface.type("I")
    func cursor() -> Int { interface.state.screens[FilesScreen.self].scroll.cursor }
    interface.press(Key(.down), Key(.end))
    #expect(cursor() == 3)
    interface.press(Key(.home))
    #expect(cursor() == 0)
    interface.type("e")
    #expect(names(interface) == ["Wine/", "beers.csv"])
    interface.press(Key(.down), Key(.home))
    #expect(cursor() == 1)
    interface.type("s")
    #expect(interface.state.screens[FilesScreen.self].input.text == "se")
  }

  @Test func withoutMatchesTheMessageIsShownOnceAndThereIsNoHintForEnter() {
    var interface = interface()
    interface.type("Izzz")
    #expect(interface.screen.ranges(of: "No matches.").count == 1)
    #expect(!interface.screen.contains("Enter"))
    interface.press(Key(.enter))
    #expect(interface.state.screen == .files)
  }

  @Test func hiddenFilesAreShownOnAKeyOrAfterADot() {
    var interface = interface()
    interface.type("I")
    interface.press(.control("t"))
    #expect(names(interface).contains(".old.csv"))
    interface.press(.control("t"))
    #expect(!names(interface).contains(".old.csv"))
    interface.type(".o")
    #expect(names(interface) == [".old.csv"])
  }

  @Test func leftAndBackspaceGoToTheFolderAbove() {
    for key in [Key(.left), Key(.backspace)] {
      var interface = interface()
      interface.type("I")
      interface.press(key)
      #expect(interface.effects.contains(.browseFolder("~/../")))
      #expect(names(interface) == ["../", "me/"])
    }
  }

  @Test func keysWaitForAFolderThatIsBeingReadButEscapeDoesNot() {
    var interface = interface()
    interface.holdsEffects = true
    interface.type("Ibeer")
    #expect(interface.state.needsTick && interface.screen.contains("Reading the folder"))
    interface.answerHeld()
    #expect(names(interface) == ["beers.csv"])
    interface.tick(10)
    #expect(!interface.state.needsTick)

    interface.press(Key(.escape))
    interface.holdsEffects = true
    interface.press(Key(.left), Key(.escape))
    #expect(interface.state.screen == .list)
  }

  @Test func aFolderThatCannotBeOpenedIsReported() {
    var interface = interface()
    interface.type("Iwi")
    interface.press(Key(.enter))
    #expect(interface.screen.contains("This folder cannot be opened."))
    #expect(names(interface) == ["../"])
  }

  @Test func aPromptForAPathListsFilesOnAKeyAndReturns() {
    var interface = interface(SampleBeers.all)
    interface.type("lpa")
    interface.press(.control("o"))
    #expect(interface.state.screen == .files && interface.state.prompt == nil)
    #expect(names(interface) == ["../", "Downloads/", "Wine/", "glass.JPG"])
    interface.press(Key(.escape))
    #expect(interface.state.screen == .photos && interface.state.prompt?.input.text == "~/")
    interface.press(.control("o"))
    interface.type("glass")
    interface.press(Key(.enter))
    let paths = interface.changeRequests.compactMap {
      if case .addPhotos(_, let paths) = $0 { paths } else { nil }
    }
    #expect(paths == [["~/glass.JPG"]])
  }

  @Test func aFileIsChosenFromTheFolderInWhichTheProgramWasStarted() {
    var diary = FakeDiary(SampleBeers.all)
    diary.folders = ["/srv/untappd/": ["check-ins.csv"]]
    var interface = HeadlessInterface(diary: diary, workingFolder: "/srv/untappd/")
    interface.type("I")
    #expect(interface.state.screens[FilesScreen.self].folder == "/srv/untappd/")
    #expect(names(interface) == ["../", "check-ins.csv"])
  }

  @Test func theCursorIsOnTheFirstNameAgainAfterTypedTextIsErased() {
    var interface = interface(SampleBeers.all)
    interface.type("lpa")
    interface.press(.control("o"))
    let cursor = interface.state.screens[FilesScreen.self].scroll.cursor
    #expect(names(interface)[cursor] == "Downloads/")
    interface.type("zzz")
    interface.press(.control("u"))
    #expect(interface.state.screens[FilesScreen.self].scroll.cursor == cursor)
  }

  @Test func aPathIsTypedOrPastedIntoThePrompt() {
    var interface = interface()
    interface.type("I/tmp/x.csv")
    #expect(interface.state.screen == .list && interface.state.prompt?.input.text == "/tmp/x.csv")
    interface.press(Key(.enter))
    #expect(interface.effects.contains(.previewImport(ImportRequest(path: "/tmp/x.csv"))))

    var inFolder = self.interface()
    inFolder.type("IWine/")
    #expect(inFolder.state.prompt?.input.text == "~/Wine/")

    var dropped = self.interface()
    dropped.type("i")
    dropped.send(.paste(.text("'/home/me/My diary.sqlite'")))
    #expect(dropped.state.prompt?.input.text == "/home/me/My diary.sqlite")
  }

  @Test func anotherDiaryIsAddedByTheCommand() {
    var interface = interface()
    interface.type("iold")
    #expect(names(interface) == ["Old.sqlite"])
    interface.press(Key(.enter))
    interface.pause()
    interface.type("y")
    #expect(interface.effects.contains(.runCommand(.adopt("~/Old.sqlite"))))
    #expect(interface.state.screen == .list)

    interface.diary.beers = SampleBeers.all
    interface.send(.commandEnded(.adopt("~/Old.sqlite"), status: 0, change: .success(nil)))
    #expect(interface.cursorLine.contains("Trappistes"))
  }

  @Test(arguments: [(Int32(0), "~/Downloads/"), (1, "~/")])
  func anotherDiaryIsLookedForInTheFolderOfTheLastThatWasAdded(_ status: Int32, _ folder: String) {
    var interface = interface()
    interface.send(.commandEnded(.adopt("~/Downloads/Old.sqlite"), status: status, change: .success(nil)))
    interface.type("i")
    #expect(interface.state.screens[FilesScreen.self].folder == folder)
  }

  @Test func aBackupIsRefusedDuringALongChange() {
    var interface = interface(SampleBeers.all)
    interface.state.changes.noteRequest(.trash([1]))
    // A change that takes longer is not waited for.
    interface.tick(10)
    interface.press(Key(.function(2)))
    #expect(interface.statusLine.contains("The last change is still being saved."))
    #expect(!interface.effects.contains(.runCommand(.backUp)))
    interface.state.changes.noteAnswer(to: .trash([1]))
    interface.press(Key(.function(2)))
    #expect(interface.effects.contains(.runCommand(.backUp)))
  }

  @Test func addingAnotherDiaryIsUndoneAndRedone() {
    var interface = interface(SampleBeers.all)
    interface.diary.storesChanges = true
    interface.send(
      .commandEnded(.adopt("~/Old.sqlite"), status: 0, change: .success(.adoption([.adopted([1, 2])]))))
    #expect(interface.statusLine.contains("Adopted 2 beers.  u: undo"))
    interface.type("u")
    #expect(interface.screen.contains("Undo: adopted 2 beers? y/N") && interface.changeRequests.isEmpty)
    interface.type("n")
    #expect(interface.state.prompt == nil && interface.changeRequests.isEmpty)
    interface.type("uy")
    #expect(interface.statusLine.contains("Undone: adopted 2 beers.  Ctrl-R: redo"))
    #expect(interface.diary.beers.count { $0.beer.deletedAt != nil } == 2)
    interface.press(.control("r"))
    #expect(interface.statusLine.contains("Redone: adopted 2 beers."))
    #expect(interface.changeRequests == [.undo([.adopted([1, 2])]), .redo([.undoneAdoption([1, 2])])])
    #expect(interface.diary.beers.allSatisfy { $0.beer.deletedAt == nil })
  }

  @Test func whatAnotherDiaryAddedIsUndoneAsAWhole() throws {
    var interface = interface(SampleBeers.all)
    interface.diary.storesChanges = true
    let beer = try #require(SampleBeers.all.first { $0.photos.count > 0 })
    let photo = try #require(beer.photos.last)
    let placement = DiaryChange.PhotoPlacement(
      photo: photo.id, uuid: photo.uuid, beer: beer.beer.id, order: beer.photos.count - 1)
    let others = SampleBeers.all.map(\.beer.id).filter { $0 != beer.beer.id }
    let changes = [.adopted(others), DiaryChange.addedPhoto(placement, updatedAt: "2024-06-15T08:00:00Z")]
    interface.send(.commandEnded(.adopt("~/Old.sqlite"), status: 0, change: .success(.adoption(changes))))
    #expect(interface.statusLine.contains("and added photos to others."))
    interface.type("uy")
    #expect(interface.diary.beers.count { $0.beer.deletedAt == nil } == 1)
    #expect(
      interface.diary.beers.first { $0.beer.id == beer.beer.id }?.photos.count == beer.photos.count - 1)
    interface.press(.control("r"))
    #expect(interface.diary.beers.allSatisfy { $0.beer.deletedAt == nil })
  }

  @Test(arguments: [false, true]) func undoDoesNotSkipAnotherDiaryThatItCannotRemove(isRead: Bool) {
    let added: Result<LoggedChange?, StoreError> =
      isRead ? .success(.adoption([])) : .failure(.busy(path: ""))
    var interface = interface(SampleBeers.all)
    interface.diary.storesChanges = true
    interface.type("d")
    interface.send(.commandEnded(.adopt("~/Old.sqlite"), status: 0, change: added))
    interface.type("u")
    #expect(interface.changeRequests == [.trash([1])])
    #expect(interface.statusLine.contains("Nothing to undo."))
  }

  @Test(arguments: [-1, 130]) func undoDoesNotSkipWhatAStoppedCommandMayHaveAdded(_ status: Int32) {
    var interface = interface(SampleBeers.all)
    interface.diary.storesChanges = true
    interface.type("d")
    interface.send(.commandEnded(.adopt("~/Old.sqlite"), status: status, change: .success(nil)))
    interface.type("u")
    #expect(interface.changeRequests == [.trash([1])])
    #expect(interface.statusLine.contains("Nothing to undo."))
  }

  @Test(arguments: [0, 1]) func anotherDiaryWithoutNewBeersChangesNothingThatCanBeUndone(_ status: Int32) {
    var interface = interface(SampleBeers.all)
    interface.diary.storesChanges = true
    interface.type("d")
    interface.send(.commandEnded(.adopt("~/Old.sqlite"), status: status, change: .success(nil)))
    interface.type("u")
    #expect(interface.changeRequests == [.trash([1]), .undo([.trashed([1])])])
  }

  @Test func theSampleIsOpenedFromAnEmptyDiaryOnly() {
    var empty = interface()
    empty.type("d")
    #expect(empty.effects.last == .runCommand(.showSample))
    empty.send(.commandEnded(.showSample, status: nil, change: .success(nil)))
    #expect(empty.statusLine.contains("The command could not be started."))

    empty.send(.commandRefused(Problem(sentence: "The sample diary is not installed.")))
    #expect(empty.statusLine.contains("The sample diary is not installed."))

    var full = interface(SampleBeers.all)
    full.type("d")
    #expect(!full.effects.contains(.runCommand(.showSample)))
    #expect(full.changeRequests.count == 1)
  }

  @Test func theSampleIsLeftWithAQuestionOnlyIfItWasChanged() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all), isTemporary: true)
    interface.diary.storesChanges = true
    #expect(interface.screen.contains("q quit sample"))
    var unchanged = interface
    unchanged.type("q")
    #expect(unchanged.ending == .finished)

    interface.type("dq")
    #expect(interface.screen.contains("Quit the sample? Your changes to it will be lost. y/N"))
    interface.type("n")
    #expect(interface.ending == nil && interface.state.prompt == nil)
    var undone = interface
    undone.type("uq")
    #expect(undone.ending == .finished)
    interface.type("qy")
    #expect(interface.ending == .finished)
  }

  @Test func thePaletteOpensTheSampleInAnEmptyDiary() {
    var empty = interface()
    empty.type(":sample")
    empty.press(Key(.enter))
    #expect(empty.effects.contains(.runCommand(.showSample)))
    var full = interface(SampleBeers.all)
    full.type(":sample")
    full.press(Key(.enter))
    #expect(full.statusLine.contains("Available on another screen: empty diary."))
  }

  @Test func aReadOnlyDiaryOffersTheSampleOnly() {
    var interface = interface(isReadOnly: true)
    #expect(interface.screen.contains("d   Look around"))
    #expect(!interface.screen.contains("Write down") && !interface.screen.contains("Import check-ins"))
    interface.type("I")
    #expect(interface.state.screen == .list)
  }

  @Test(arguments: ScreenSnapshotTests.sizes) func theFilesMatchTheirSnapshots(_ size: Size) throws {
    var diary = FakeDiary([])
    diary.folders = Self.folders
    var interface = HeadlessInterface(size, diary: diary)
    interface.type("I")
    try expectSnapshot(interface.screen, named: "files-\(size.width)x\(size.height)")
  }

  @Test(arguments: [
    "'/home/me/My beers.csv'", "\"/home/me/My beers.csv\" ", "/home/me/My\\ beers.csv ",
    "/home/me/My beers.csv",
    "file:///home/me/My%20beers.csv", "file://localhost/home/me/My%20beers.csv",
  ])
  func aDroppedPathIsUnderstoodInListsAndPrompts(_ dropped: String) {
    var list = interface()
    list.type("I")
    list.send(.paste(.text(dropped)))
    var prompt = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    prompt.type("I/")
    prompt.press(.control("u"))
    prompt.send(.paste(.text(dropped)))
    for var interface in [list, prompt] {
      #expect(interface.state.prompt?.input.text == "/home/me/My beers.csv")
      interface.press(Key(.enter))
      #expect(interface.effects.contains(.previewImport(ImportRequest(path: "/home/me/My beers.csv"))))
    }
  }

  /// As by a terminal that does not mark what is pasted.
  @Test func aQuotedPathCanBeTyped() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.type("I'/home/me/My beers.csv'")
    interface.press(Key(.enter))
    #expect(interface.effects.contains(.previewImport(ImportRequest(path: "/home/me/My beers.csv"))))
  }

  @Test func aHeldBackspaceGoesUpOnce() {
    var interface = interface()
    interface.type("IWi")
    for _ in 0..<9 { interface.press(Key(.backspace)) }
    #expect(!interface.effects.contains(.browseFolder("~/../")), "It erased a text.")
    interface.press(Key(.down))
    for _ in 0..<9 { interface.press(Key(.backspace)) }
    #expect(interface.effects.filter { if case .browseFolder = $0 { true } else { false } }.count == 2)
    #expect(interface.screen.contains("Press Left to go to the folder above."))
  }

  @Test func onlyTheFolderOfAPathThatWorkedIsRemembered() {
    var diary = FakeDiary(SampleBeers.all)
    diary.importPreview = .failure(Problem(sentence: "There is no file.", kind: .noInput))
    var interface = HeadlessInterface(diary: diary)
    interface.type("I/nowhere/x.csv")
    interface.press(Key(.enter), Key(.escape))
    interface.type("I")
    #expect(interface.state.screens[FilesScreen.self].folder == "~/")
    interface.press(Key(.escape))

    interface.diary.importPreview = .success(ImportScreenTests.preview)
    interface.type("I/there/x.csv")
    interface.press(Key(.enter), Key(.escape))
    interface.type("I")
    #expect(interface.state.screens[FilesScreen.self].folder == "/there/")
  }

  @Test func aFileOfTheOtherKindNamesTheKeyForIt() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.type("I/home/me/Old.SQLite")
    interface.press(Key(.enter))
    #expect(
      interface.screen.contains("This is a diary. To add its beers, press Esc, and press i in the list."))
    interface.press(Key(.escape))
    interface.type("i/home/me/beers.csv")
    interface.press(Key(.enter))
    #expect(
      interface.screen.contains("This is not a diary. To import it, press Esc, and press I in the list."))
    #expect(!interface.effects.contains { if case .runCommand = $0 { true } else { false } })
  }

  @Test func numbersInNamesAreSortedAsNumbers() {
    let names = ["img_10.csv", "img_2.csv", "img_2b.csv", "img_02.csv", "a.csv", "img.csv"]
    #expect(
      names.sorted(by: NaturalOrder.precedes)
        == ["a.csv", "img.csv", "img_02.csv", "img_2.csv", "img_2b.csv", "img_10.csv"])
    var diary = FakeDiary([])
    diary.folders = ["~/": ["IMG_10.csv", "img_2.csv"]]
    var interface = HeadlessInterface(diary: diary)
    interface.type("I")
    #expect(self.names(interface) == ["../", "img_2.csv", "IMG_10.csv"])
  }

  @Test func severalMarkedPhotosAreAddedTogether() {
    var diary = FakeDiary(SampleBeers.all)
    diary.folders = ["~/": ["IMG_1.jpg", "IMG_2.jpg", "IMG_10.jpg", "Old one.jpg", "Sub/"]]
    var interface = HeadlessInterface(diary: diary)
    interface.type("pa")
    interface.press(.control("o"))
    #expect(!interface.screen.contains("Space marks several"))
    interface.type(" ")
    #expect(interface.statusLine.contains("Only files can be marked."))
    interface.press(Key(.down))
    #expect(interface.screen.contains("Space marks several"))
    interface.type("  ")
    #expect(interface.screen.contains("2 marked"))
    interface.type("old o")
    #expect(names(interface) == ["Old one.jpg"], "A blank of a name can be typed.")
    interface.type(" ")
    #expect(interface.screen.contains("3 marked"))
    interface.press(Key(.enter))
    #expect(
      interface.changeRequests.contains(
        .addPhotos(beer: 1, paths: ["~/IMG_1.jpg", "~/IMG_2.jpg", "~/Old one.jpg"])))
    #expect(interface.state.screen == .photos)
  }

  @Test func photosThatWereAddedTogetherAreCountedAndUndoneTogether() {
    var diary = FakeDiary(SampleBeers.all)
    diary.folders = ["~/": ["IMG_1.jpg", "IMG_2.jpg"]]
    diary.storesChanges = true
    var interface = HeadlessInterface(diary: diary)
    let before = interface.diary.beers[0].photos
    interface.type("pa")
    interface.press(.control("o"))
    interface.type("  ")
    interface.press(Key(.enter))
    #expect(interface.statusLine.contains("Added 2 photos to “Trappistes Rochefort 10”.  u: undo"))
    interface.type("u")
    #expect(interface.diary.beers[0].photos == before)
  }
}
