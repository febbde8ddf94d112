/// The pictures of photos that are loaded.
struct PhotoPictures: Hashable, Sendable {
  var thumbnails = PictureCache()
  /// Photos as they are shown in boxes of the screen.
  var renderings = PictureRenderings()

  /// Allows pictures that failed to be requested again.
  mutating func forgetRefusals() {
    thumbnails.forgetRefusals()
    renderings.forgetRefusals()
  }

  /// Discards all pictures.
  mutating func forget() { self = PhotoPictures() }
}
