package import DiaryModel

/// A value that list items have only if a list asks for it.
package enum ListItemField: Hashable, Sendable {
  /// A built-in property by its name, such as `price`.
  case property(String)
  /// A custom field, whose name can be in any spelling.
  case custom(String)
}

/// What a list shows of a beer: no notes and no custom fields, except those that the list asks for.
///
/// In a list with one beer of each label, the name, the brewery, the style and the ABV are those that the label shows.
package struct BeerListItem: Hashable, Sendable, Identifiable {
  /// The id of the beer.
  package let id: Int64
  /// `nil` if the beer has no name.
  package var name: String?
  /// `nil` if unknown.
  package var brewery: String?
  /// Such as `Stout`; `nil` if unknown.
  package var style: String?
  /// Alcohol in percent by volume; `nil` if unknown.
  package var abv: Double?
  /// Bitterness units; `nil` if unknown.
  package var ibu: Double?
  /// From 0 to 5; `nil` if not rated.
  package var rating: Double?
  /// The venue; `nil` if unknown.
  package var place: String?
  /// When the beer was drunk; `nil` if unknown.
  package var drunkAt: DiaryDate?
  /// The number of photos, including those whose image is missing.
  package var photoCount: Int
  /// The metadata of the first photo, which is the beer's thumbnail; `nil` if the beer has no photo.
  ///
  /// In a list with one beer of each label, it may be a photo of another beer with the label.
  package var thumbnail: ImageMetadata?
  /// The id of the first photo; `nil` if the beer has no photo.
  package var thumbnailID: Int64?
  /// The value of the field by which the list is sorted; `nil` if the beer has none, or if the order is by what every
  /// item has.
  package var sortedValue: JSONValue?
  /// The values of the fields that the list asks for, as far as the beer has them.
  package var values: [ListItemField: JSONValue] = [:]
  /// How many beers the item's label has; `nil` unless a list of all beers is sorted by it.
  package var times: Int?
  /// How often and how well the beers with the item's label were liked; `nil` unless the list has one beer of each.
  package var history: LabelHistory?
  /// Excerpts of notes and custom fields with the words of a search that the item does not show.
  package var found: [SearchSnippet] = []

  /// The columns of text that an item has.
  static let textColumns: Set = ["name", "brewery", "style", "place"]

  /// Creates an item without excerpts.
  package init(
    id: Int64, name: String? = nil, brewery: String? = nil, style: String? = nil, abv: Double? = nil,
    ibu: Double? = nil, rating: Double? = nil, place: String? = nil, drunkAt: DiaryDate? = nil,
    photoCount: Int = 0, thumbnail: ImageMetadata? = nil, thumbnailID: Int64? = nil,
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

/// The numbers in the header of a list.
package struct DiarySummary: Hashable, Sendable {
  /// The number of beers in the list; of a list with one beer of each label, the number of labels.
  package var beerCount: Int
  /// How many beers the list would have with all beers of each label; `nil` if it has them.
  package var countWithRepeats: Int?
  /// How many of the beers have at least one photo, of all beers of each label.
  package var beersWithPhotos: Int
  /// How many different labels the beers have; `nil` if the list has one beer of each, if some have no label yet,
  /// or if counting takes too long.
  package var labelCount: Int?
  /// Whether the list has one beer of each label, but some beers have no label yet, so that each of them is counted.
  package var lacksLabels: Bool
  /// Whether the list of all beers is empty although there are beers in the trash.
  package var isAllInTrash: Bool
  /// What emptying the trash would delete, if the list is the whole trash; empty for other lists.
  package var trash: EmptiedTrash
  /// The number of conflicts that emptying the trash would delete; 0 for other lists.
  package var conflictsInTrash: Int
  /// The names of the columns, of those that list items have next to the name, in which at least one of the newest 5,000
  /// beers has a value; empty for a filtered list.
  package var populatedColumns: [String]

  /// Creates a summary.
  package init(
    beerCount: Int, countWithRepeats: Int? = nil, beersWithPhotos: Int, labelCount: Int? = nil,
    lacksLabels: Bool = false, isAllInTrash: Bool = false, trash: EmptiedTrash = EmptiedTrash(),
    conflictsInTrash: Int = 0, populatedColumns: [String] = []
  ) {
    self.beerCount = beerCount
    self.countWithRepeats = countWithRepeats
    self.labelCount = labelCount
    self.lacksLabels = lacksLabels
    self.beersWithPhotos = beersWithPhotos
    self.isAllInTrash = isAllInTrash
    self.trash = trash
    self.conflictsInTrash = conflictsInTrash
    self.populatedColumns = populatedColumns
  }

  /// How many photos were removed from their beers, whether or not these are in the trash, if the list is the whole trash;
  /// 0 for other lists.
  package var removedPhotoCount: Int { trash.photos.count }
}
