import DiaryModel
import Foundation
import Testing

@Suite struct DerivedUUIDTests {
  private func uuid(_ hash: UInt64, at position: UInt64 = 1, isOfWholeRow: Bool = true) -> UUID {
    UUID.importedBeer(hash: hash, position: position, isOfWholeRow: isOfWholeRow)
  }

  @Test func uuidsOfImportedBeersAreOrderedAndOfVersion8() {
    #expect(uuid(9, at: 1) < uuid(8, at: 2) && uuid(9, at: 255) < uuid(8, at: 256))
    #expect(uuid(.max, at: .max).uuidString == "FFFFFFFF-FFFF-8001-BFFF-FFFFFFFFFFFF")
    #expect(uuid(0, at: 0, isOfWholeRow: false).uuidString == "00000000-0000-8000-8000-000000000000")
  }

  @Test func theUUIDOfAPhotoWithoutAnImageFollowsFromItsRow() {
    func uuid(_ key: Int64, _ beer: String = "S/1", _ takenAt: String = "2024-06-01T20:00:00Z") -> UUID {
      .photoWithoutImage(key: key, ofBeer: beer, takenAt: takenAt)
    }
    #expect(uuid(7) == uuid(7) && uuid(7).uuidString.hasPrefix("00000000-0007-8000-"))
    #expect(
      Set([uuid(7), uuid(8), uuid(7, "S/2"), uuid(7, "S/1", "2024-06-01T20:00:01Z"), uuid(-1)]).count == 5)
  }

  @Test func theUUIDOfASplitBeerFollowsFromTheBeerAndTheDay() {
    let (beer, other) = (UUID(), UUID())
    let photos = [UUID(), UUID()]
    func splitBeer(from beer: UUID, _ day: Int) -> UUID { .splitBeer(from: beer, day: day, photos: photos) }
    let uuid = splitBeer(from: beer, 7)
    #expect(uuid == splitBeer(from: beer, 7))
    #expect(photos.allSatisfy { $0.uuidString.prefix(13) < uuid.uuidString.prefix(13) })
    #expect(Set([splitBeer(from: beer, 8), splitBeer(from: other, 7), beer, uuid]).count == 4)
  }

  @Test func onlyUUIDsOfWholeRowsSayThatRowsDiffer() {
    #expect(uuid(1).isOfDifferentRow(from: uuid(2)))
    #expect(!uuid(1).isOfDifferentRow(from: uuid(1, at: 2)))
    #expect(!uuid(1).isOfDifferentRow(from: uuid(2, isOfWholeRow: false)))
    #expect(!uuid(1, isOfWholeRow: false).isOfDifferentRow(from: uuid(2, isOfWholeRow: false)))
    #expect(!uuid(1).isOfDifferentRow(from: UUID()))
  }
}
