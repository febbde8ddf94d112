package import Foundation

/// UUIDs that follow from what a beer or a photo is made of: the row of an imported beer, the beer that is split, or a
/// photo without an image in a store of Beer Diary for iOS.
extension UUID {
  private static let version8: UInt64 = 0x8000
  private static let wholeRowBit: UInt64 = 1

  /// Returns the UUID of a new beer that is imported.
  ///
  /// Begins with 48 bits of its position, so that the beers of a file are next to each other in the index of UUIDs, as those
  /// of a ``UUIDSequence`` are.
  ///
  /// Version 8. Source: RFC 9562, section 5.8.
  ///
  /// - Parameters:
  ///   - hash: A hash of what identifies the row, of which 62 bits are used.
  ///   - position: A number that increases from row to row.
  ///   - isOfWholeRow: Whether the hash is one of all values of the row, because another beer may have its id.
  package static func importedBeer(hash: UInt64, position: UInt64, isOfWholeRow: Bool) -> UUID {
    UUID(first: position << 16 | version8 | (isOfWholeRow ? wholeRowBit : 0), last: hash)
  }

  /// Returns the UUID of the beer that gets the photos of a day when a beer is split, which is the same on each device that
  /// splits it.
  ///
  /// Begins with 48 bits that come after those of the photos, which are therefore known to be older than the beer.
  /// Version 8, as ``importedBeer(hash:position:isOfWholeRow:)``.
  ///
  /// - Parameters:
  ///   - beer: The UUID of the beer that is split.
  ///   - day: The number of the day; see ``DiaryDate/drinkingDay(in:)``.
  ///   - photos: The UUIDs of the photos.
  package static func splitBeer(from beer: UUID, day: Int, photos: [UUID]) -> UUID {
    var hash = FNV1a()
    for byte in "\(beer.uuidString) \(day)".utf8 { hash.combine(byte) }
    let newest = photos.map(\.halves.first).max() ?? beer.halves.first
    return UUID(first: ((newest >> 16 &+ 1) << 16) | version8, last: hash.value)
  }

  /// Returns the UUID of a photo whose image a store of Beer Diary for iOS lacks.
  ///
  /// It is the same whenever that store is migrated, so that the photo is recognized in a copy that has the image. Begins
  /// with 48 bits of the key. Version 8, as ``importedBeer(hash:position:isOfWholeRow:)``.
  ///
  /// - Parameters:
  ///   - key: The primary key of the photo in the store.
  ///   - beer: The id in the origin of its beer, which has that of the store.
  ///   - takenAt: When it was taken. A copy that was used separately can have another photo with the same key.
  package static func photoWithoutImage(key: Int64, ofBeer beer: String, takenAt: String) -> UUID {
    var hash = FNV1a()
    for byte in "\(beer) \(key) \(takenAt)".utf8 { hash.combine(byte) }
    return UUID(first: UInt64(bitPattern: key) << 16 | version8, last: hash.value)
  }

  /// Returns whether this and another UUID are of beers that were imported from rows with different values, although
  /// their ids may be the same.
  package func isOfDifferentRow(from other: UUID) -> Bool {
    isOfWholeRow && other.isOfWholeRow && halves.last != other.halves.last
  }

  private var isOfWholeRow: Bool { halves.first & 0xFFFF == Self.version8 | Self.wholeRowBit }

  private var halves: (first: UInt64, last: UInt64) {
    Swift.withUnsafeBytes(of: uuid) { bytes in
      (
        UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
        UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      )
    }
  }
}
