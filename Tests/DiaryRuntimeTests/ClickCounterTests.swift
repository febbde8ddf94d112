import Terminal
import Testing

@testable import DiaryRuntime

/// Which presses of the mouse's button are a double click.
@Suite struct ClickCounterTests {
  private let start = ContinuousClock.now
  private let point = Point(column: 4, row: 2)

  /// The number of clicks of each press.
  private func clicks(_ presses: (Point, milliseconds: Int)...) -> [Int] {
    var counter = ClickCounter()
    return presses.compactMap { point, milliseconds in
      let event = counter.counted(
        MouseEvent(.press(clicks: 1), at: point), at: start + .milliseconds(milliseconds))
      if case .press(let clicks) = event.kind { return clicks } else { return nil }
    }
  }

  @Test func twoPressesSoonAfterEachOtherAreADoubleClick() {
    #expect(clicks((point, 0), (point, 399)) == [1, 2])
  }

  @Test func twoPressesWithAPauseAreTwoClicks() {
    #expect(clicks((point, 0), (point, 400), (point, 700)) == [1, 1, 2])
  }

  @Test func pressesOfDifferentCellsAreTwoClicks() {
    #expect(clicks((point, 0), (Point(column: 5, row: 2), 10), (point, 20)) == [1, 1, 1])
  }

  @Test func aThirdPressBeginsAgain() {
    #expect(clicks((point, 0), (point, 10), (point, 20), (point, 30)) == [1, 2, 1, 2])
  }

  @Test(arguments: [.release, .drag, .wheelUp, .wheelDown] as [MouseEvent.Kind])
  func otherMouseEventsAreNotChanged(_ kind: MouseEvent.Kind) {
    var counter = ClickCounter()
    let other = MouseEvent(kind, at: point)
    #expect(counter.counted(other, at: start) == other)
    _ = counter.counted(MouseEvent(.press(clicks: 1), at: point), at: start)
    #expect(counter.counted(other, at: start) == other)
    let second = counter.counted(MouseEvent(.press(clicks: 1), at: point), at: start)
    #expect(second.kind == .press(clicks: 2))
  }
}
