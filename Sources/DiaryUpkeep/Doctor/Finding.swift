/// Something that is not as it should be in a diary.
package struct Finding: Hashable, Sendable {
  package let kind: FindingKind
  /// How many beers, photos or images it concerns.
  package let count: Int
  /// The numbers of the first of them, or SQLite's own words for damage; at most `Finding.exampleCount`.
  package let examples: [String]

  package static let exampleCount = 10

  /// `nil` where nothing is concerned.
  init?(_ kind: FindingKind, _ concerned: [String]) {
    guard !concerned.isEmpty else { return nil }
    self.kind = kind
    count = concerned.count
    examples = Array(concerned.prefix(Self.exampleCount))
  }

  init?(_ kind: FindingKind, _ concerned: [Int64]) { self.init(kind, concerned.map(String.init)) }
}

/// What can be wrong with a diary; the raw value is the name for scripts.
package enum FindingKind: String, Hashable, Sendable, CaseIterable {
  /// Triggers, views or unique indexes that this program did not create, or not like this.
  case foreignSchema = "foreign_schema"
  /// Tables of others that keep beers or photos from being deleted.
  case foreignTable = "foreign_table"
  /// Indices, triggers or views of the diary that are not there, or an index that says something else than it should.
  case missingSchema = "missing_schema"
  /// SQLite finds the file itself damaged.
  case damagedFile = "damaged_file"
  /// An index does not agree with its table.
  case damagedIndex = "damaged_index"
  /// A photo names a beer that is not there.
  case photoWithoutBeer = "photo_without_beer"
  /// An image that no photo names.
  case imageWithoutPhoto = "image_without_photo"
  /// A beer names an import that is not there.
  case beerWithoutImport = "beer_without_import"
  /// Photos of a beer are in the same place.
  case sharedPlaces = "shared_places"
  /// A photo whose image is nowhere, which nobody has noticed yet.
  case imageGone = "image_gone"
  /// A photo without an image, which is known and shown as missing.
  case imageMissing = "image_missing"
  /// An image has another size than was recorded.
  case imageOfOtherSize = "image_of_other_size"
  /// An image's SHA-256 is another than was recorded.
  case imageChanged = "image_changed"
  /// A file with an image is not beside the diary.
  case externalFileMissing = "external_file_missing"
  /// The search index does not agree with the beers.
  case searchIndex = "search_index"
  /// A beer's custom fields are no JSON object.
  case customFields = "custom_fields"
  /// A beer or a photo has a date that is none.
  case beerDate = "beer_date"
  case photoDate = "photo_date"
  /// A beer has a value outside its range.
  case range = "range"
  /// Untappd's times that may be local, and that an earlier version read as UTC.
  case importedTimes = "imported_times"
}

extension FindingKind {
  /// Whether a repair is known that needs no decision, and never deletes what a person recorded.
  package var isRepairable: Bool {
    switch self {
    case .foreignTable, .damagedFile, .imageMissing, .imageOfOtherSize, .imageChanged, .externalFileMissing,
      .importedTimes:
      false
    case .foreignSchema, .missingSchema, .damagedIndex, .photoWithoutBeer, .imageWithoutPhoto,
      .beerWithoutImport,
      .sharedPlaces, .imageGone, .searchIndex, .customFields, .beerDate, .photoDate, .range:
      true
    }
  }
}
