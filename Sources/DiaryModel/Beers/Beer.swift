package import Foundation

/// What a person records about one beer drunk.
package struct BeerFields: Hashable, Sendable {
  package var name: String?
  package var brewery: String?
  package var style: String?
  /// Alcohol by volume in percent, 0...100.
  package var abv: Double?
  /// International bitterness units, 0 or more.
  package var ibu: Double?
  /// Stars, 0...5, in any step.
  package var rating: Double?
  package var notes: String?
  package var place: String?
  /// Degrees, -90...90.
  package var latitude: Double?
  /// Degrees, -180...180.
  package var longitude: Double?
  /// How it was served: `bottle, 33 cl`.
  package var serving: String?
  /// As written, with its currency: `€4.50`.
  package var price: String?
  package var drunkAt: DiaryDate?
  /// Custom fields.
  package var extras: Extras

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

/// Where an imported entry came from: what a second import recognises it by.
package struct Origin: Hashable, Sendable {
  /// The kind of source, such as `untappd`.
  package var source: String
  /// Unique within the source.
  package var id: String

  package init(source: String, id: String) {
    self.source = source
    self.id = id
  }
}

/// One entry of the diary.
package struct Beer: Hashable, Sendable, Identifiable {
  package let id: Int64
  /// A UUIDv7 that stays the same through export and import.
  package let uuid: UUID
  package var fields: BeerFields
  package let createdAt: DiaryDate
  package var updatedAt: DiaryDate
  /// When it went to the trash; `nil` for a beer in the diary.
  package var deletedAt: DiaryDate?
  package let origin: Origin?

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

/// A beer with its photos in order: what the beer screen and `show` present.
package struct BeerDetail: Hashable, Sendable {
  package var beer: Beer
  package var photos: [Photo]

  package init(beer: Beer, photos: [Photo]) {
    self.beer = beer
    self.photos = photos
  }
}
