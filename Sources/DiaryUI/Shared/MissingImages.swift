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

  /// Whether the image of a photo is missing, and can be looked for in the store.
  func canFetchImage(of photo: Photo) -> Bool {
    mayBeInStore(photo) && !isReadOnly && currentBeer?.detail != nil
  }

  /// Returns the intents that get the missing image of a photo, and all others that its beer lacks.
  ///
  /// Empty if the image is not missing or cannot be in the store, or if the diary is read-only.
  func fetchImage(of photo: Photo) -> [Intent] {
    guard canFetchImage(of: photo), let beer = currentBeer?.detail?.beer.uuid else { return [] }
    return [.fetchImages(ofBeer: beer)]
  }

  /// Returns the full description of the image of a photo; if it is missing, also which key fetches it or shows advice.
  func description(ofImageOf photo: Photo) -> String {
    if isFetchingImage(of: photo) { return MissingImageText.fetching }
    let description = photo.metadata.long
    guard photo.metadata.isMissing else { return description }
    // On the page of a photo, the key that opens it gets its image.
    if canFetchImage(of: photo) {
      return (key(of: .showPhoto) ?? key(of: .viewPhoto)).map {
        "\(description); \($0) looks for it in the store"
      } ?? description
    }
    guard !isReadOnly, let key = key(of: .showPhoto) else { return description }
    return "\(description); \(key) says how to get it"
  }

  /// Returns what can be done about the missing image of a photo; `nil` if it is not missing, or is being fetched.
  func advice(onMissingImageOf photo: Photo) -> String? {
    guard photo.metadata.isMissing, !isFetchingImage(of: photo) else { return nil }
    let missing = "The image of this photo is missing."
    if canFetchImage(of: photo) {
      return sentence(missing, press: (.viewPhoto, "look for it in the store of your devices"))
    }
    if mayBeInStore(photo) {
      return "\(missing) It may be in the store of your devices, but the diary is read-only."
    }
    if isReadOnly { return missing }
    let request = configuration.actions.request(of: .adoptDiary, on: .list)
    let adoption = "\(request) in the list and choose"
    return photo.sha256 == nil
      ? "\(missing) The images of an iOS diary are in a hidden folder next to it, whose name ends with _SUPPORT. "
        + "Copy that folder to the same place as the diary, then \(adoption) the diary again."
      : "\(missing) To get it back, \(adoption) a diary or backup that has it."
  }
}

/// What is shown in place of an image that is missing.
enum MissingImageText {
  /// While it is being fetched.
  static let fetching = "fetching…"
}
