import DiaryModel

/// A field that a column of a file can hold: a field of a beer, a part of one, or metadata of the entry.
package struct BeerField: RawRepresentable, Hashable, Sendable {
  /// The beer's name, which a file must have.
  package static let name = BeerField(known: "name")
  /// The brewery's name.
  package static let brewery = BeerField(known: "brewery")
  /// The style, such as "Pale Ale".
  package static let style = BeerField(known: "style")
  /// Alcohol, in percent by volume.
  package static let abv = BeerField(known: "abv")
  /// Bitterness, in IBU.
  package static let ibu = BeerField(known: "ibu")
  /// The user's own rating, 0...5.
  package static let rating = BeerField(known: "rating")
  /// Tasting notes or a comment, of any length.
  package static let notes = BeerField(known: "notes")
  /// The venue where the beer was drunk.
  package static let place = BeerField(known: "place")
  /// The venue's latitude, in degrees north.
  package static let latitude = BeerField(known: "latitude")
  /// The venue's longitude, in degrees east.
  package static let longitude = BeerField(known: "longitude")
  /// How the beer was served, such as "Draft".
  package static let serving = BeerField(known: "serving")
  /// The price as a text, with its currency.
  package static let price = BeerField(known: "price")
  /// When the beer was drunk.
  package static let drunkAt = BeerField(known: "drunk_at")
  /// The custom fields of an export, as a JSON object.
  package static let extras = BeerField(known: "extras")

  // Parts of a venue.
  /// The venue's city.
  package static let city = BeerField(known: "city")
  /// The venue's country.
  package static let country = BeerField(known: "country")

  // Partial scores, 0 to the best value of their scale, from which the rating is computed if there is none.
  /// The score for the smell.
  package static let aroma = BeerField(known: "aroma")
  /// The score for the look.
  package static let appearance = BeerField(known: "appearance")
  /// The score for the flavor.
  package static let taste = BeerField(known: "taste")
  /// The score for the mouthfeel.
  package static let palate = BeerField(known: "palate")
  /// The score for the beer as a whole.
  package static let overall = BeerField(known: "overall")

  /// When the entry was created.
  package static let createdAt = BeerField(known: "created_at")

  // Fields that only a Beer Diary export has.
  /// The beer's UUID.
  package static let uuid = BeerField(known: "uuid")
  /// When the entry was changed last.
  package static let updatedAt = BeerField(known: "updated_at")
  /// When the beer was moved to the trash.
  package static let deletedAt = BeerField(known: "deleted_at")
  /// The program that the beer was first imported from.
  package static let source = BeerField(known: "source")
  /// The id of the beer within that program's data.
  package static let sourceID = BeerField(known: "source_id")
  /// The photos, as a JSON array.
  package static let photos = BeerField(known: "photos")
  /// The label, as a UUID or a JSON object.
  package static let label = BeerField(known: BeerLabelJSON.name)

  /// All fields, in the order in which columns are assigned to them.
  package static var all: [BeerField] {
    let columns = BeerColumn.values.flatMap { column in
      column.name == place.rawValue ? [place, city, country] : [BeerField(known: column.name)]
    }
    return columns + [createdAt] + scores + exportOnly
  }

  /// The fields that only a Beer Diary export has.
  static let exportOnly: [BeerField] = [uuid, updatedAt, deletedAt, source, sourceID, extras, photos, label]

  /// The name of the diary's column, or of the part of one.
  package let rawValue: String

  /// `nil` if there is no field with this name.
  package init?(rawValue: String) {
    guard let field = Self.all.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = field
  }

  private init(known name: String) { rawValue = name }

  /// The diary's column that the field fills; `nil` for parts of one and for metadata of the entry.
  var column: BeerColumn? { BeerColumn.named(rawValue) }

  /// The fields that a user may map a column to.
  package static var mappable: [BeerField] { all.filter { !$0.isExportOnly && !$0.isScore } }

  /// Whether only a Beer Diary export has the field.
  var isExportOnly: Bool { Self.exportOnly.contains(self) }

  /// Whether the field is a partial score.
  var isScore: Bool { Self.scores.contains(self) }

  /// The fields that can be any text.
  static var texts: [BeerField] { BeerFilter.TextField.all.map { BeerField(known: $0.rawValue) } }

  static let scores: [BeerField] = [.aroma, .appearance, .taste, .palate, .overall]
}
