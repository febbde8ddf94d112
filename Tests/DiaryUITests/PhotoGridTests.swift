import DiaryModel
import DiaryStore
import FixtureStores
import Terminal
import TestSupport
import Testing

@testable import DiaryUI

/// Moving among the photos of a beer, and carrying them, in two dimensions.
@Suite struct PhotoGridTests {
  @Test(arguments: Seeds.range(0..<40)) func theGridFitsItsArea(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let width = Int.random(in: 18...240, using: &random)
      let height = Int.random(in: 3...80, using: &random)
      let count = Int.random(in: 0...40, using: &random)
      let caption = String(repeating: "x", count: .random(in: 0...100, using: &random))
      let grid = PhotoGrid(
        width: width, height: height, count: count, hasPictures: .random(using: &random),
        captions: [nil, caption])
      #expect(grid.columns * (grid.tileWidth + PhotoGrid.gap) - PhotoGrid.gap <= width)
      #expect(grid.rowsPerScreen * grid.tileHeight <= height)
      #expect(grid.pictureColumns + 2 <= grid.tileWidth && grid.pictureRows >= 0)
      #expect(grid.columns >= 1 && grid.rowsPerScreen >= 1)
      let right = width - grid.left - grid.columns * (grid.tileWidth + PhotoGrid.gap) + PhotoGrid.gap
      #expect(grid.left >= 0 && right >= grid.left)
    }
  }

  @Test func fewPhotosAreInTheMiddleOfAWideScreen() throws {
    var interface = HeadlessInterface(
      Size(width: 200, height: 50), diary: FakeDiary([SampleBeers.album(1)]))
    interface.type("p")
    let row = interface.state.layout.body.lowerBound
    let line = interface.lines[row]
    let left = line.prefix { $0 == " " }.count
    #expect(left > 20 && abs(left - (200 - line.columns)) <= 1)
    // A click on the photo hits it, and one next to it does not.
    func press(at column: Int) -> Int? {
      interface.send(.mouse(MouseEvent(.press(clicks: 1), at: Point(column: column, row: row + 1))))
      return interface.state.screens[PhotosScreen.self].pressed
    }
    #expect(press(at: left - 1) == nil)
    #expect(press(at: left) == 0)
  }

  @Test(arguments: Seeds.range(0..<20)) func movesStayInRangeAndGoInTheirDirection(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let count = Int.random(in: 1...60, using: &random)
      let grid = PhotoGrid(width: .random(in: 20...200, using: &random), height: 30, count: count)
      let index = Int.random(in: 0..<count, using: &random)
      func after(_ move: Move) -> Int {
        grid.index(from: index, move, count: count)
      }
      for move in Move.allCases { #expect((0..<count).contains(after(move))) }
      let column = index % grid.columns
      #expect(after(.up) % grid.columns == column)
      #expect(after(.up) == (index >= grid.columns ? index - grid.columns : index))
      #expect(after(.right) == min(count - 1, index + 1))
      #expect(after(.left) == max(0, index - 1))
      let down = after(.down)
      #expect(down % grid.columns == column || down == count - 1)
      #expect(down / grid.columns <= index / grid.columns + 1)
    }
  }

  /// Any keys while photos are carried: what is seen is what the store has after the drop, or as before Esc.
  @Test(arguments: Seeds.range(0..<30)) func aCarriedPhotoIsDroppedWhereItIsShown(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 2...25, using: &random)
    var interface = HeadlessInterface(
      Size(width: .random(in: 40...160, using: &random), height: .random(in: 12...50, using: &random)),
      diary: FakeDiary([SampleBeers.album(count)]))
    interface.type("p")
    for _ in 0..<30 {
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        interface.type(String("hjklgG".randomElement(using: &random) ?? "l"))
      }
      let before = Self.order(interface)
      interface.type("m")
      for _ in 0..<Int.random(in: 0...8, using: &random) {
        interface.type(String("hjklgG".randomElement(using: &random) ?? "l"))
      }
      #expect(Self.order(interface) == before, "nothing is saved while a photo is being moved")
      let photos = interface.state.screens[PhotosScreen.self]
      let context = ScreenContext(interface.state)
      let seen = (0..<count).compactMap { photos.photo(at: $0, in: context)?.id }
      #expect(Set(seen) == Set(before))
      let isDropped = Bool.random(using: &random)
      interface.press(isDropped ? Key(.enter) : Key(.escape))
      #expect(Self.order(interface) == (isDropped ? seen : before))
    }
  }

  private static func order(_ interface: HeadlessInterface) -> [Int64] {
    interface.diary.beers[0].photos.map(\.id)
  }

  @Test func theCursorIsOnThePhotoThatIsDroppedAndUndoRevertsIt() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.type("pmll")
    #expect(interface.cursorLine.contains("▐3▌ moving"))
    #expect(interface.screen.contains("moving photo 1: arrows move, Enter places"))
    interface.press(Key(.enter))
    #expect(Self.order(interface) == [12, 13, 11])
    #expect(interface.cursorLine.contains("▌3"))
    interface.type("u")
    guard case .undo(let undone)? = interface.changeRequests.last, case .movedPhoto? = undone.first else {
      Issue.record("\(interface.changeRequests)")
      return
    }
  }

  @Test func aCarriedPhotoThatWasRemovedIsNoLongerCarried() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all))
    interface.type("pm")
    interface.diary.beers[0].photos.removeFirst()
    _ = interface.state.reload()
    interface.send(.tick)
    #expect(!interface.screen.contains("moving"))
  }

  @Test func onlyVisiblePicturesAreRequested() {
    var interface = HeadlessInterface(diary: FakeDiary([SampleBeers.album(10_000)]))
    interface.type("pG")
    let asked = interface.requestedPictures
    #expect(asked.allSatisfy { $0.count <= 20 })
    #expect(asked.last?.contains(10_000) == true)
  }
}
