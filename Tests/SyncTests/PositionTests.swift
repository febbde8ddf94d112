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

  @Test func aMoveChangesOnePosition() {
    let positions = Position.arranged(Array(repeating: nil, count: 1_000))
    #expect(isIncreasing(positions) && positions.count == 1_000)
    var moved: [Position?] = positions
    moved.insert(moved.remove(at: 700), at: 3)

    let arranged = Position.arranged(moved)

    #expect(isIncreasing(arranged))
    #expect(zip(arranged, moved).filter { $0 != $1 }.count == 1)
  }

  @Test func theMovedOneOfTwoNeighborsChanges() {
    let positions = Position.arranged(Array(repeating: nil, count: 4))
    let exchanged: [Position?] = [positions[1], positions[0], positions[2], positions[3]]

    for moved in 0...1 {
      let arranged = Position.arranged(exchanged, moved: [moved])
      #expect(isIncreasing(arranged))
      #expect(zip(arranged, exchanged).map { $0 != $1 } == [moved == 0, moved == 1, false, false])
    }
  }

  @Test func photosWithTheSamePositionGetNewOnes() throws {
    let shared = try #require(Position(Data([5])))
    let arranged = Position.arranged([nil, shared, nil, shared, shared, nil])
    #expect(arranged.count == 6)
    #expect(isIncreasing(arranged))
    #expect(arranged.filter { $0 == shared }.count == 1)
  }

  @Test func everyOrderGetsIncreasingPositions() {
    var random = Seeds.generator(1)
    for _ in 0..<300 {
      // given
      let positions = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        Position(Data((0..<2).map { _ in UInt8.random(in: 0...3, using: &random) }))
      }

      // when
      let arranged = Position.arranged(positions)

      // then
      #expect(arranged.count == positions.count)
      #expect(isIncreasing(arranged))
    }
  }

  @Test func manyPhotosBetweenTwoHaveShortPositions() throws {
    let positions = Position.arranged(Array(repeating: nil, count: 2))
    let arranged = Position.arranged([positions[0]] + Array(repeating: nil, count: 1_000) + [positions[1]])
    #expect(isIncreasing(arranged))
    #expect(arranged.allSatisfy { $0.bytes.count <= 8 })
  }

  private func isIncreasing(_ positions: [Position]) -> Bool {
    zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 }
  }
}
