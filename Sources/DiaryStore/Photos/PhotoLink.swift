import Crypto
import DiaryModel
import Foundation
import GRDB

/// A link to a photo in a custom field of a beer, such as Untappd's `photo_url`.
package struct PhotoLink: Hashable, Sendable {
  /// The id of the beer.
  package let beer: Int64
  /// The name of the custom field.
  package let field: String
  /// The web address, which begins with `http://` or `https://`.
  package let url: String
}

extension PhotoLink {
  private static let fieldWords = ["photo", "picture", "image", "img", "foto", "bild"]

  /// Returns whether a field or column of this name contains photos of a beer, as links or as names of files.
  package static func isPhotoField(_ name: String) -> Bool {
    let name = name.lowercased()
    return fieldWords.contains { name.contains($0) }
  }

  /// Returns whether a text is a single web address.
  package static func isLink(_ text: String) -> Bool {
    text.wholeMatch(of: /(?i)https?:\/\/\S+/) != nil
  }

  /// Returns the links to photos in the value of a field; in JSON, only those of members that are named after photos.
  package static func links(in value: String, of field: String) -> [String] {
    // A link has a colon. Most values have none, and comparing the name of the field takes much longer.
    guard value.utf8.contains(UInt8(ascii: ":")) else { return [] }
    if value.hasPrefix("[") || value.hasPrefix("{"),
      let json = try? JSONValue(json: value)
    {
      return links(in: json, of: field)
    }
    return isPhotoField(field) ? links(in: value) : []
  }

  private static func links(in json: JSONValue, of field: String) -> [String] {
    switch json {
    case .array(let values): values.flatMap { links(in: $0, of: field) }
    case .object(let members):
      largestSizes(members).flatMap { links(in: $0.value, of: "\(field).\($0.key)") }
    default: isPhotoField(field) ? links(in: json.display) : []
    }
  }

  /// Returns the members of an object, sorted by name; of members for several sizes of a photo, only the largest.
  private static func largestSizes(_ members: Extras) -> [(key: String, value: JSONValue)] {
    let sizes = ["original", "orig", "og", "large", "lg", "medium", "md", "small", "sm"]
    func size(_ name: String) -> Int? {
      name.split(separator: "_").last.flatMap { sizes.firstIndex(of: $0.lowercased()) }
    }
    let largest = members.keys.compactMap(size).min()
    return members.sorted { $0.key < $1.key }.filter { size($0.key) == nil || size($0.key) == largest }
  }

  /// Returns the links in a text, which white space, semicolons or commas separate.
  package static func links(in value: String) -> [String] {
    value.replacing(/(?i)[,;]\s*(?=https?:\/\/)/, with: " ").split(whereSeparator: \.isWhitespace)
      .map(String.init).filter(isLink)
  }
}

/// Finds links to photos that have not been imported.
struct PhotoLinks: DiaryComponent {
  let database: DiaryDatabase

  func forEachMissingPhotoLink(_ query: BeerQuery, _ body: (PhotoLink) throws -> Void)
    throws
  {
    // A photo may have been moved to another beer since its import.
    let known = try read {
      try UUID.fetchSet($0, sql: "SELECT uuid FROM photo UNION ALL SELECT uuid FROM removed_photo")
    }
    try BeerListReader(database: database).forEachBeer(query) { detail in
      let links = detail.beer.fields.photoLinks
      if links.isEmpty || links.count == 1 && !detail.photos.isEmpty { return }
      for (field, url) in links {
        let uuid = UUID(photoNamed: url, of: detail.beer.uuid)
        if known.contains(uuid) { continue }
        try body(PhotoLink(beer: detail.beer.id, field: field, url: url))
      }
    }
  }
}

extension BeerFields {
  /// The links to photos in custom fields, sorted by the fields' names; each link once.
  fileprivate var photoLinks: [(field: String, url: String)] {
    var seen: Set<String> = []
    return extras.sorted { $0.key < $1.key }.flatMap { field, value in
      PhotoLink.links(in: value.display, of: field).filter { seen.insert($0).inserted }.map { (field, $0) }
    }
  }
}

extension UUID {
  /// Returns the UUID of a photo that is identified by its link or file name, which is the same in each import.
  ///
  /// Version 8 with bits of a SHA-256. Source: RFC 9562, section 5.8.
  init(photoNamed name: String, of beer: UUID) {
    var bytes = Array(SHA256.hash(data: Array("\(beer.uuidString) \(name)".utf8)).prefix(16))
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
