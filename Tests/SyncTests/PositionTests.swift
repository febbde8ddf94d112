import Foundation
import TestSupport
import Testing

@testable import Sync

@Suite struct PositionTests {
  @Test func thereIsAlwaysAPositionBetweenTwo() throws {
    // given
    var random = Seeds.generator(1)
    var positions = [try #require(Position.between(nil, nil))]

    for _ in 0..<2_000 {
      // when
      let index = Int.random(in: 0...positions.count, using: &random)
      let lower = index > 0 ? positions[index - 1] : nil
      let upper = index < positions.count ? positions[index] : nil
      let position = try #require(Position.between(lower, upper))

      // then
      #expect(lower.map { $0 < position } ?? true)
      #expect(upper.map { position < $0 } ?? true)
      #expect(Position(position.bytes) == position)
      positions.insert(position, at: index)
    }
  }

  @Test func appendingKeepsPositionsShort() throws {
    var last: Position?
    for _ in 0..<1_000 { last = Position.between(last, nil) }
    #expect(try #require(last).bytes.count <= 10)
  }

  @Test func nothingIsBetweenEqualPositions() {
    let position = Position(Data([5]))
    #expect(Position.between(position, position) == nil)
    #expect(Position(Data()) == nil)
    #expect(Position(Data([1, 0])) == nil)
  }

  @Test func placesBetweenPhotosThatShareAPosition() throws {
    // given
    let shared = try #require(Position(Data([5])))
    let others = (1...3).map { number in
      (photo: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(number))), position: shared)
    }
    let photo = UUID()

    for index in 0...3 {
      // when
      var placed = Dictionary(uniqueKeysWithValues: others.map { ($0.photo, $0.position) })
      for change in Position.placing(photo, at: index, among: others) {
        placed[change.photo] = change.position
      }

      // then
      var expected = others.map(\.photo)
      expected.insert(photo, at: index)
      let order = placed.sorted { ($0.value, $0.key.uuidString) < ($1.value, $1.key.uuidString) }
      #expect(order.map(\.key) == expected)
    }
  }
}
