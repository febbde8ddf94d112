package import Pictures

/// What there is to see of a photo.
package enum PhotoPicture: Hashable, Sendable {
  case thumbnail(Thumbnail)
  /// There is none, with the reason in words, as in `HEIC cannot be shown here`.
  case refused(String)
}
