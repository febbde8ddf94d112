package import DiaryModel

/// What a line of the list shows of a beer: narrow, no notes and no custom fields.
package struct BeerListItem: Hashable, Sendable, Identifiable {
  package let id: Int64
  package var name: String?
  package var brewery: String?
  package var style: String?
  package var abv: Double?
  package var ibu: Double?
  package var rating: Double?
  package var place: String?
  package var drunkAt: DiaryDate?
  package var photoCount: Int
  /// Describes the first photo, the beer's thumbnail.
  package var thumbnail: PhotoFacts?
  /// The first photo.
  package var thumbnailID: Int64?
  /// The custom field that the list is sorted by.
  package var sortedValue: JSONValue?
  /// Where a search found what is not in the row.
  package var found: [SearchSnippet] = []

  package init(
    id: Int64, name: String? = nil, brewery: String? = nil, style: String? = nil, abv: Double? = nil,
    ibu: Double? = nil, rating: Double? = nil, place: String? = nil, drunkAt: DiaryDate? = nil,
    photoCount: Int = 0, thumbnail: PhotoFacts? = nil, thumbnailID: Int64? = nil,
    sortedValue: JSONValue? = nil
  ) {
    self.id = id
    self.name = name
    self.brewery = brewery
    self.style = style
    self.abv = abv
    self.ibu = ibu
    self.rating = rating
    self.place = place
    self.drunkAt = drunkAt
    self.photoCount = photoCount
    self.thumbnail = thumbnail
    self.thumbnailID = thumbnailID
    self.sortedValue = sortedValue
  }
}

/// The numbers above the list.
package struct DiarySummary: Hashable, Sendable {
  package var beerCount: Int
  package var beersWithPhotos: Int
  /// Whether the diary has beers in the trash alone.
  package var isAllInTrash: Bool
  /// What the beers that were added last have, of the whole diary.
  package var populatedFields: [ListField]

  package init(
    beerCount: Int, beersWithPhotos: Int, isAllInTrash: Bool = false, populatedFields: [ListField] = []
  ) {
    self.beerCount = beerCount
    self.beersWithPhotos = beersWithPhotos
    self.isAllInTrash = isAllInTrash
    self.populatedFields = populatedFields
  }
}
