/// Something that is wrong with a diary.
package struct Finding: Hashable, Sendable {
  /// What is wrong.
  package let kind: FindingKind
  /// How many beers, photos, images or schema objects are affected, or the number of messages about damage; from 1.
  package let count: Int
  /// The ids or names of the first of them, or SQLite's messages about damage; at most `exampleCount`.
  package let examples: [String]

  /// The maximum number of examples.
  package static let exampleCount = 10

  /// Creates a finding; returns `nil` if nothing is affected.
  package init?(_ kind: FindingKind, _ affected: [String]) {
    guard !affected.isEmpty else { return nil }
    self.kind = kind
    count = affected.count
    examples = Array(affected.prefix(Self.exampleCount))
  }

  init?(_ kind: FindingKind, _ affected: [Int64]) { self.init(kind, affected.map(String.init)) }
}

/// What can be wrong with a diary; the raw value is the name for scripts.
package enum FindingKind: String, Hashable, Sendable, CaseIterable {
  /// There are triggers, views or unique indexes that this program did not create, or created differently.
  case unexpectedSchemaObjects = "foreign_schema"
  /// There are tables of other programs that prevent beers or photos from being deleted.
  case unexpectedTable = "foreign_table"
  /// Indexes, triggers or views of the diary are missing, or an index has another definition.
  case missingSchema = "missing_schema"
  /// The file itself is damaged.
  case damagedFile = "damaged_file"
  /// An index does not agree with its table.
  case damagedIndex = "damaged_index"
  /// A photo refers to a beer that does not exist.
  case photoWithoutBeer = "photo_without_beer"
  /// An image belongs to no photo.
  case imageWithoutPhoto = "image_without_photo"
  /// A beer refers to an import that does not exist.
  case beerWithoutImport = "beer_without_import"
  /// A beer refers to a label that does not exist.
  case beerWithoutLabel = "beer_without_label"
  /// Photos of a beer have the same position.
  case duplicatePhotoPositions = "shared_places"
  /// The image of a photo is missing, but the photo is not marked so yet.
  case imageGone = "image_gone"
  /// The image of a photo is missing, and the photo is marked so.
  case imageMissing = "image_missing"
  /// An image has another size than recorded.
  case imageOfOtherSize = "image_of_other_size"
  /// An image has another SHA-256 than recorded.
  case imageChanged = "image_changed"
  /// An external image file is missing.
  case externalFileMissing = "external_file_missing"
  /// The search index does not agree with the beers.
  case searchIndex = "search_index"
  /// A beer's custom fields are not a JSON object.
  case customFields = "custom_fields"
  /// A beer has an invalid date.
  case beerDate = "beer_date"
  /// A photo has an invalid date.
  case photoDate = "photo_date"
  /// A beer has a value outside its range.
  case range = "range"
  /// An earlier version read times of Untappd as UTC that may be local.
  case importedTimes = "imported_times"
  /// The keys with which the diary is synchronized are missing or unreadable.
  case syncKeys = "sync_keys"
  /// Other users can read the keys with which the diary is synchronized.
  case exposedSyncKeys = "exposed_sync_keys"
  /// The store with which the diary is synchronized cannot be read, or has another diary.
  case syncStore = "sync_store"
  /// Objects of the store are lost without which no new device can join.
  case lostSyncObjects = "lost_sync_objects"
  /// Objects of the store could not be used by the last synchronization.
  case unusableSyncObjects = "unusable_sync_objects"
  /// Beers would never be sent to other devices.
  case unsentBeers = "unsent_beers"
}

extension FindingKind {
  /// Whether it can be repaired without a decision and without deleting what a user has recorded.
  package var isRepairable: Bool {
    switch self {
    case .unexpectedTable, .damagedFile, .imageMissing, .imageOfOtherSize, .imageChanged,
      .externalFileMissing,
      .importedTimes, .syncKeys, .syncStore, .lostSyncObjects, .unusableSyncObjects:
      false
    case .unexpectedSchemaObjects, .missingSchema, .damagedIndex, .photoWithoutBeer, .imageWithoutPhoto,
      .beerWithoutImport, .beerWithoutLabel,
      .duplicatePhotoPositions, .imageGone, .searchIndex, .customFields, .beerDate, .photoDate, .range,
      .exposedSyncKeys, .unsentBeers:
      true
    }
  }
}
