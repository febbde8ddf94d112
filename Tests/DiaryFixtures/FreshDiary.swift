package import DiaryModel
package import DiaryStore
package import Pictures
package import TestSupport

/// A fresh diary in a temporary folder of its own.
package struct FreshDiary {
  package let folder: TemporaryFolder
  package let diary: Diary

  package init() throws {
    folder = try TemporaryFolder()
    diary = try Diary.open(at: folder.file("diary.sqlite"))
  }

  /// Adds a beer with photos whose captions are the given texts.
  package func addBeer(_ name: String, drunkAt: String? = nil, photos: [String] = []) throws -> BeerDetail {
    let fields = BeerFields(name: name, drunkAt: drunkAt.flatMap { DiaryDate($0) })
    let beer = try diary.add(NewBeer(fields: fields))
    for caption in photos {
      _ = try diary.addPhoto(
        to: beer.id, image: FixtureBytes(caption), caption: caption, allowsDuplicate: true)
    }
    guard let detail = try diary.beer(beer.id) else { throw EditError.noSuchBeer(name) }
    return detail
  }
}

/// A text as the bytes of a photo.
package func FixtureBytes(_ text: String) -> MemoryBytes<[UInt8]> { MemoryBytes(Array(text.utf8)) }
