import CoreDataMigration
import DiaryModel
import DiaryStore
import DiaryUI
import Pictures
import Terminal
import Testing

/// What every screen looks like at three sizes.
@Suite struct ScreenSnapshotTests {
  static let sizes = [Size(width: 80, height: 24), Size(width: 140, height: 40), Size(width: 40, height: 12)]

  private func interface(_ size: Size, _ beers: [BeerDetail] = SampleBeers.all) -> HeadlessInterface {
    var diary = FakeDiary(beers)
    diary.pictures = SamplePictures.all
    return HeadlessInterface(size, diary: diary)
  }

  private func expect(_ interface: HeadlessInterface, _ name: String) throws {
    let size = interface.state.size
    try expectSnapshot(interface.screen, named: "\(name)-\(size.width)x\(size.height)")
  }

  @Test(arguments: sizes) func theListIsDrawnAsInItsSnapshots(_ size: Size) throws {
    try expect(interface(size), "list")
  }

  @Test(arguments: [Size(width: 100, height: 30), Size(width: 140, height: 40), Size(width: 200, height: 50)])
  func theListWithPreviewIsDrawnAsInItsSnapshots(_ size: Size) throws {
    var diary = FakeDiary(SampleBeers.all)
    diary.pictures = SamplePictures.all
    var interface = HeadlessInterface(size, diary: diary, preview: true)
    interface.send(.tick)
    try expect(interface, "list-with-preview")
  }

  @Test(arguments: sizes) func theListWithoutPhotosIsDrawnAsInItsSnapshots(_ size: Size) throws {
    try expect(interface(size, SampleBeers.many(30)), "list-without-photos")
  }

  @Test(arguments: sizes) func theCardsAreDrawnAsInTheirSnapshots(_ size: Size) throws {
    var interface = interface(size)
    interface.type("vj")
    try expect(interface, "cards")
  }

  @Test(arguments: sizes) func anEmptyListIsDrawnAsInItsSnapshots(_ size: Size) throws {
    try expect(interface(size, []), "list-empty")
  }

  @Test(arguments: sizes) func aBeerIsDrawnAsInItsSnapshots(_ size: Size) throws {
    var interface = interface(size)
    interface.press(Key(.enter))
    try expect(interface, "beer")
  }

  @Test(arguments: sizes + [Size(width: 20, height: 5)])
  func theConflictsAreDrawnAsInTheirSnapshots(_ size: Size) throws {
    var interface = HeadlessInterface.synchronized(size, conflicts: SampleConflicts.all)
    interface.type("!jl")
    try expect(interface, "conflicts")
  }

  @Test(arguments: [Size(width: 80, height: 24), Size(width: 40, height: 12)])
  func theConflictsInASCIIAreDrawnAsInTheirSnapshots(_ size: Size) throws {
    var interface = HeadlessInterface.synchronized(
      size, conflicts: SampleConflicts.all, appearance: Appearance(glyphs: .ascii))
    interface.type("!")
    try expect(interface, "conflicts-ascii")
  }

  @Test(arguments: sizes + [Size(width: 20, height: 5)])
  func aSynchronizedListIsDrawnAsInItsSnapshots(_ size: Size) throws {
    try expect(HeadlessInterface.synchronized(size), "list-synchronized")
  }

  @Test(arguments: sizes) func thePhotosAreDrawnAsInTheirSnapshots(_ size: Size) throws {
    var interface = interface(size)
    interface.type("pl")
    try expect(interface, "photos")
  }

  @Test(arguments: sizes) func aPhotoThatIsCarriedIsDrawnAsInItsSnapshots(_ size: Size) throws {
    var interface = interface(size)
    interface.type("pml")
    try expect(interface, "carrying")
  }

  @Test(arguments: sizes) func photosThatCannotBeShownAreDrawnAsInTheirSnapshots(_ size: Size) throws {
    var interface = interface(size)
    interface.type("jjjp")
    try expect(interface, "photos-refused")
  }

  @Test(arguments: sizes) func manyPhotosAreDrawnAsInTheirSnapshots(_ size: Size) throws {
    var interface = interface(size, [SampleBeers.album(30)])
    interface.type("pjjl")
    try expect(interface, "photos-many")
  }

  @Test(arguments: sizes) func picturesInColorAreDrawnAsInTheirSnapshots(_ size: Size) throws {
    var diary = FakeDiary(SampleBeers.all)
    diary.pictures = SamplePictures.all
    var appearance = Appearance()
    appearance.pictureMethod = .cells(.xterm256)
    var interface = HeadlessInterface(size, diary: diary, appearance: appearance)
    interface.type("p")
    try expect(interface, "photos-in-color")
  }

  @Test(arguments: sizes) func theHelpOfTheListIsDrawnAsInItsSnapshots(_ size: Size) throws {
    var interface = interface(size)
    interface.type("?")
    try expect(interface, "help-list")
  }

  @Test(arguments: sizes) func theHelpOfTheFormIsDrawnAsInItsSnapshots(_ size: Size) throws {
    var interface = interface(size)
    interface.type("a")
    interface.press(Key(.function(1)))
    try expect(interface, "help-form")
  }

  @Test(arguments: sizes) func aSearchInTheHelpIsDrawnAsInItsSnapshots(_ size: Size) throws {
    var interface = interface(size)
    interface.type("?/mark")
    try expect(interface, "help-searched")
  }

  @Test(arguments: sizes) func theTrashIsDrawnAsInItsSnapshots(_ size: Size) throws {
    var beers = SampleBeers.all
    for index in beers.indices.prefix(2) { beers[index].beer.deletedAt = DiaryDate("2024-06-01T12:00:00Z") }
    var interface = interface(size, beers)
    interface.type("T")
    try expect(interface, "trash")
    interface.type("X")
    try expect(interface, "trash-emptying")
  }

  @Test(arguments: sizes) func thePromptsAreDrawnAsInTheirSnapshots(_ size: Size) throws {
    var interface = interface(size)
    interface.type("pcA caption that is a good deal longer than the narrowest screen is wide")
    try expect(interface, "prompt-caption")
    interface.press(Key(.escape))
    interface.type("a")
    try expect(interface, "prompt-photo")
    interface.press(Key(.escape), Key(.escape))
    interface.type("I~/")
    try expect(interface, "prompt-import")
  }

  @Test(arguments: sizes) func aFormWithProblemsIsDrawnAsInItsSnapshots(_ size: Size) throws {
    var interface = interface(size)
    interface.type("aOrval")
    for _ in 0..<4 { interface.press(Key(.down)) }
    interface.type("strong")
    interface.press(Key(.down), Key(.down), Key(.down), .control("u"))
    interface.type("some day")
    interface.press(Key(.down), Key(.down), Key(.up))
    try expect(interface, "form-problems")
    interface.press(Key(.escape))
    try expect(interface, "form-leaving")
  }

  @Test(arguments: sizes) func theHelpOfThePhotosIsDrawnAsInItsSnapshots(_ size: Size) throws {
    var interface = interface(size)
    interface.type("p?")
    try expect(interface, "help-photos")
  }

  @Test(arguments: sizes) func aMigrationIsDrawnAsInItsSnapshots(_ size: Size) throws {
    var interface = HeadlessInterface(size, opens: false)
    interface.send(
      .migrating(
        MigrationProgress(
          phase: .orderingPhotos, step: 2, stepCount: 3, done: 640, total: 1182, unit: .photos)))
    try expect(interface, "migration")
  }

  @Test(arguments: sizes) func whatFollowsAMigrationIsDrawnAsInItsSnapshots(_ size: Size) throws {
    var diary = FakeDiary(SampleBeers.all)
    diary.migration = MigrationReport(
      fromVersion: 1, toVersion: 3, beerCount: 1182, photoCount: 3014, seconds: 0.4,
      warnings: [
        "The photo of “Pliny the Elder” from 30 May 2024 was never saved by the old app; its place is kept.",
        "2 beers had no name.",
      ])
    var interface = HeadlessInterface(size, diary: diary)
    try expect(interface, "after-migration")
    interface.type("W")
    try expect(interface, "warnings")
  }

  @Test(arguments: sizes) func theListWithoutUnicodeIsDrawnAsInItsSnapshots(_ size: Size) throws {
    let interface = HeadlessInterface(
      size, diary: FakeDiary(SampleBeers.all), appearance: Appearance(glyphs: .ascii))
    try expect(interface, "list-ascii")
  }

  @Test(arguments: [Size(width: 19, height: 10), Size(width: 30, height: 4), Size(width: 1, height: 1)])
  func aScreenThatIsTooSmallIsDrawnAsInItsSnapshots(_ size: Size) throws {
    try expect(interface(size), "too-small")
  }
}
