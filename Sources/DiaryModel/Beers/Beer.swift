package import Foundation

/// What the user records about one beer; `nil` if something is not known.
package struct BeerFields: Hashable, Sendable {
  /// What is on the label; a beer without a name can be stored.
  package var name: String?
  /// The producer, as written; not normalized.
  package var brewery: String?
  /// The style, as written: `Imperial stout`.
  package var style: String?
  /// Alcohol by volume in percent, 0...100.
  package var abv: Double?
  /// International bitterness units, 0 or more.
  package var ibu: Double?
  /// Stars, 0...5, in any step.
  package var rating: Double?
  /// May have several lines.
  package var notes: String?
  /// The name of the venue.
  package var place: String?
  /// Degrees, -90...90.
  package var latitude: Double?
  /// Degrees, -180...180.
  package var longitude: Double?
  /// How it was served, such as `bottle, 33 cl`.
  package var serving: String?
  /// The price as written, with its currency, such as `€4.50`.
  package var price: String?
  /// When it was drunk, as precisely as it is known.
  package var drunkAt: DiaryDate?
  /// Custom fields by name.
  package var extras: Extras

  /// Ranges are not checked; see ``validated()``.
  package init(
    name: String? = nil, brewery: String? = nil, style: String? = nil, abv: Double? = nil, ibu: Double? = nil,
    rating: Double? = nil, notes: String? = nil, place: String? = nil, latitude: Double? = nil,
    longitude: Double? = nil, serving: String? = nil, price: String? = nil, drunkAt: DiaryDate? = nil,
    extras: Extras = [:]
  ) {
    self.name = name
    self.brewery = brewery
    self.style = style
    self.abv = abv
    self.ibu = ibu
    self.rating = rating
    self.notes = notes
    self.place = place
    self.latitude = latitude
    self.longitude = longitude
    self.serving = serving
    self.price = price
    self.drunkAt = drunkAt
    self.extras = extras
  }
}

/// Where an imported entry came from, by which a second import recognizes it.
package struct Origin: Hashable, Sendable {
  /// The kind of source, such as `untappd`.
  package var source: String
  /// Unique within the source.
  package var id: String

  /// Creates the origin of an entry that was imported from a source.
  ///
  /// - Parameters:
  ///   - source: The kind of source, such as `untappd`.
  ///   - id: Unique within the source.
  package init(source: String, id: String) {
    self.source = source
    self.id = id
  }
}

/// One entry of the diary.
package struct Beer: Hashable, Sendable, Identifiable {
  /// The row id in the store; never used again after the beer is deleted.
  package let id: Int64
  /// A UUIDv7 that stays the same through export and import.
  package let uuid: UUID
  /// What the user records.
  package var fields: BeerFields
  /// When the entry was added to the diary, an instant.
  package let createdAt: DiaryDate
  /// When the entry or its photos last changed, an instant.
  package var updatedAt: DiaryDate
  /// When it was moved to the trash, an instant; `nil` for a beer in the diary.
  package var deletedAt: DiaryDate?
  /// Where the entry was imported from; `nil` if it was added here.
  package let origin: Origin?

  /// Ranges are not checked; see ``BeerFields/validated()``.
  package init(
    id: Int64, uuid: UUID, fields: BeerFields, createdAt: DiaryDate, updatedAt: DiaryDate,
    deletedAt: DiaryDate? = nil, origin: Origin? = nil
  ) {
    self.id = id
    self.uuid = uuid
    self.fields = fields
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.deletedAt = deletedAt
    self.origin = origin
  }
}

/// A beer with its photos, as the beer screen and `show` present it.
package struct BeerDetail: Hashable, Sendable {
  /// The beer itself.
  package var beer: Beer
  /// In the order of ``Photo/order``.
  package var photos: [Photo]
  /// The label; `nil` if the beer has none yet.
  package var label: BeerLabel?
  /// When the import that added the beer was started; `nil` if that is not known, or if the beer was not imported.
  package var importedAt: DiaryDate?

  /// Combines a beer with its photos.
  ///
  /// - Parameters:
  ///   - photos: In the order of ``Photo/order``.
  ///   - importedAt: When the import that added the beer was started; `nil` if that is not known.
  package init(beer: Beer, photos: [Photo], label: BeerLabel? = nil, importedAt: DiaryDate? = nil) {
    self.beer = beer
    self.photos = photos
    self.label = label
    self.importedAt = importedAt
  }
}
