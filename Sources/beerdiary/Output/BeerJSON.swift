import DiaryStore
import Foundation

/// Beers as JSON, with snake_case keys in alphabetical order and `null` for what is not known.
struct BeerJSON: Encodable {
  private let beer: Beer
  private let photos: [PhotoJSON]

  init(_ detail: BeerDetail) {
    beer = detail.beer
    photos = detail.photos.map(PhotoJSON.init)
  }

  private enum Key: String, CodingKey {
    case id, uuid, name, brewery, style, abv, ibu, rating, notes, place, latitude, longitude, serving, price
    case drunkAt = "drunk_at"
    case createdAt = "created_at"
    case updatedAt = "updated_at"
    case source
    case sourceID = "source_id"
    case extras
    case photoCount = "photo_count"
    case photos
  }

  func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    let fields = beer.fields
    try object.encode(beer.id, forKey: .id)
    try object.encode(beer.uuid.uuidString.lowercased(), forKey: .uuid)
    try object.encode(fields.name, forKey: .name)
    try object.encode(fields.brewery, forKey: .brewery)
    try object.encode(fields.style, forKey: .style)
    try object.encode(fields.abv, forKey: .abv)
    try object.encode(fields.ibu, forKey: .ibu)
    try object.encode(fields.rating, forKey: .rating)
    try object.encode(fields.notes, forKey: .notes)
    try object.encode(fields.place, forKey: .place)
    try object.encode(fields.latitude, forKey: .latitude)
    try object.encode(fields.longitude, forKey: .longitude)
    try object.encode(fields.serving, forKey: .serving)
    try object.encode(fields.price, forKey: .price)
    try object.encode(fields.drunkAt?.text, forKey: .drunkAt)
    try object.encode(fields.extras, forKey: .extras)
    try encodeRecord(&object)
  }

  private func encodeRecord(_ object: inout KeyedEncodingContainer<Key>) throws {
    try object.encode(beer.createdAt.text, forKey: .createdAt)
    try object.encode(beer.updatedAt.text, forKey: .updatedAt)
    try object.encode(beer.origin?.source, forKey: .source)
    try object.encode(beer.origin?.id, forKey: .sourceID)
    try object.encode(photos.count, forKey: .photoCount)
    try object.encode(photos, forKey: .photos)
  }
}

/// A photo within a beer's JSON.
private struct PhotoJSON: Encodable {
  let photo: Photo

  init(_ photo: Photo) { self.photo = photo }

  private enum Key: String, CodingKey {
    case id, order, caption
    case takenAt = "taken_at"
    case format, width, height, bytes, sha256
  }

  func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(photo.id, forKey: .id)
    try object.encode(photo.order, forKey: .order)
    try object.encode(photo.caption, forKey: .caption)
    try object.encode(photo.takenAt?.text, forKey: .takenAt)
    try object.encode(photo.facts.format, forKey: .format)
    try object.encode(photo.facts.width, forKey: .width)
    try object.encode(photo.facts.height, forKey: .height)
    try object.encode(photo.facts.byteCount, forKey: .bytes)
    try object.encode(photo.sha256, forKey: .sha256)
  }
}

/// Writes JSON that is the same for the same diary and that a terminal can show.
struct JSONText {
  private let encoder = JSONEncoder()

  init(isPretty: Bool = false) {
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
  }

  func text(_ value: some Encodable) throws -> String {
    Self.escaped(String(decoding: try encoder.encode(value), as: UTF8.self))
  }

  /// Escapes what JSON allows as it is and a terminal would obey; only strings can hold it.
  private static func escaped(_ json: String) -> String {
    guard json.unicodeScalars.contains(where: isUnsafe) else { return json }
    var text = ""
    for scalar in json.unicodeScalars {
      if isUnsafe(scalar) {
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// DEL, C1, line separators and bidi controls; C0 is escaped by JSON itself. All lie in one UTF-16 unit.
  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
