package import Pictures

/// The small picture that represents a photo.
package enum PhotoPicture: Hashable, Sendable {
  /// The thumbnail of the photo's image.
  case thumbnail(Thumbnail)
  /// There is no thumbnail; the value says why, such as `HEIC cannot be shown here`.
  case refused(String)
}
