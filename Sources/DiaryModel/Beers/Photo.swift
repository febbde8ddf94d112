package import Foundation

/// What is known of a photo; its image stays in the store.
package struct Photo: Hashable, Sendable, Identifiable {
  package let id: Int64
  package let uuid: UUID
  package let beerID: Int64
  /// The place in the beer's photos, from 0 without gaps.
  ///
  /// The first is the beer's thumbnail.
  package let order: Int
  package var takenAt: DiaryDate?
  package var caption: String?
  package var facts: PhotoFacts
  /// Lowercase hexadecimal; `nil` until it has been computed.
  package var sha256: String?

  package init(
    id: Int64, uuid: UUID, beerID: Int64, order: Int, takenAt: DiaryDate? = nil, caption: String? = nil,
    facts: PhotoFacts, sha256: String? = nil
  ) {
    self.id = id
    self.uuid = uuid
    self.beerID = beerID
    self.order = order
    self.takenAt = takenAt
    self.caption = caption
    self.facts = facts
    self.sha256 = sha256
  }
}

/// What describes a photo's image.
package struct PhotoFacts: Hashable, Sendable {
  /// `JPEG`, `PNG`, ...; `nil` until its header has been read, or where the format is unknown.
  package var format: String?
  /// Pixels as the photo is looked at, with its EXIF orientation applied.
  package var width: Int?
  package var height: Int?
  package var camera: String?
  /// The image's size in bytes.
  package var byteCount: Int
  /// Whether the image is neither in the store nor beside it.
  package var isMissing: Bool

  package init(
    format: String? = nil, width: Int? = nil, height: Int? = nil, orientation: Int? = nil,
    camera: String? = nil,
    byteCount: Int, isMissing: Bool = false
  ) {
    self.format = format
    self.width = width
    self.height = height
    self.camera = camera
    self.byteCount = byteCount
    self.isMissing = isMissing
  }
}
