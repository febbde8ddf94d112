package import Foundation

/// What is known of a photo, without its image.
package struct Photo: Hashable, Sendable, Identifiable {
  /// The row id in the store; never used again after the photo is deleted.
  package let id: Int64
  /// Stays the same through export and import.
  package let uuid: UUID
  /// The id of its beer.
  package let beerID: Int64
  /// The index among the beer's photos, from 0 without gaps; the first photo is shown in lists.
  package let order: Int
  /// When it was taken; `nil` if that is not known.
  package var takenAt: DiaryDate?
  /// The user's text about the photo; `nil` if there is none.
  package var caption: String?
  /// What is known of the image.
  package var metadata: ImageMetadata
  /// The SHA-256 of the image in lowercase hexadecimal; `nil` until it has been computed.
  package var sha256: String?

  /// Creates a photo of a beer, with what is known of its image.
  ///
  /// - Parameter order: From 0 without gaps; see ``order``.
  package init(
    id: Int64, uuid: UUID, beerID: Int64, order: Int, takenAt: DiaryDate? = nil, caption: String? = nil,
    metadata: ImageMetadata, sha256: String? = nil
  ) {
    self.id = id
    self.uuid = uuid
    self.beerID = beerID
    self.order = order
    self.takenAt = takenAt
    self.caption = caption
    self.metadata = metadata
    self.sha256 = sha256
  }
}

/// Format, size and origin of a photo's image.
package struct ImageMetadata: Hashable, Sendable {
  /// `JPEG`, `PNG` and so on; `nil` until the header has been read, and for an unknown format.
  package var format: String?
  /// Pixels from left to right in the displayed photo; `nil` if it is not known.
  package var width: Int?
  /// Pixels from top to bottom in the displayed photo; `nil` if it is not known.
  package var height: Int?
  /// Make and model, as in EXIF; `nil` if they are not known.
  package var camera: String?
  /// The image's size in bytes.
  package var byteCount: Int
  /// Whether the image is neither in the store nor in the folder next to it.
  package var isMissing: Bool

  /// Creates the metadata of an image; `nil` stands for what is unknown.
  ///
  /// - Parameter byteCount: The size of the image in bytes, 0 if it is missing.
  package init(
    format: String? = nil, width: Int? = nil, height: Int? = nil, camera: String? = nil, byteCount: Int,
    isMissing: Bool = false
  ) {
    self.format = format
    self.width = width
    self.height = height
    self.camera = camera
    self.byteCount = byteCount
    self.isMissing = isMissing
  }
}
