import DiaryModel
import DiaryText

// Images that photos of the current beer lack, and that may be in the store for synchronizing.
extension ScreenContext {
  /// Whether the image of a photo is missing, and may be in the store.
  private func mayBeInStore(_ photo: Photo) -> Bool {
    photo.metadata.isMissing && photo.sha256 != nil && sync.status != nil
  }

  /// Whether the missing image of a photo is being fetched.
  func isFetchingImage(of photo: Photo) -> Bool {
    guard mayBeInStore(photo), let beer = currentBeer?.detail?.beer.uuid else { return false }
    return sync.isFetchingImages(ofBeer: beer)
  }

  /// Returns the intents that get the missing image of a photo, and all others that its beer lacks.
  ///
  /// Empty if the image is not missing or cannot be in the store, or if the diary is read-only.
  func fetchImage(of photo: Photo) -> [Intent] {
    guard mayBeInStore(photo), !isReadOnly, let beer = currentBeer?.detail?.beer.uuid else { return [] }
    return [.fetchImages(ofBeer: beer)]
  }

  /// Returns the full description of the image of a photo; if it is missing, with how to get it.
  func description(ofImageOf photo: Photo) -> String {
    if isFetchingImage(of: photo) { return MissingImageText.fetching }
    guard mayBeInStore(photo) else { return photo.metadata.explained }
    guard !isReadOnly, let fetchKey = key(of: .showPhoto) else { return photo.metadata.long }
    return "\(photo.metadata.long); \(fetchKey) looks for it in the store"
  }
}

/// What is shown in place of an image that is missing.
enum MissingImageText {
  /// While it is being fetched.
  static let fetching = "fetching…"
}
