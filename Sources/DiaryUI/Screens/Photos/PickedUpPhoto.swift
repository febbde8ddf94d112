import DiaryModel

/// A photo that was picked up and not dropped yet; the move is not saved.
struct PickedUpPhoto: Hashable, Sendable {
  let photo: Int64
  /// The photo's index in the stored order.
  var origin: Int
  /// The index at which it will be dropped.
  var target: Int

  /// Returns the index, in the stored order, of the photo that is shown at an index.
  func storedIndex(ofPhotoShownAt index: Int) -> Int {
    if index == target { return origin }
    if origin < target, (origin..<target).contains(index) { return index + 1 }
    if target < origin, (target + 1...origin).contains(index) { return index - 1 }
    return index
  }

  /// Returns the same photo among photos that may have changed; `nil` if it was removed.
  func following(_ photos: [Photo]) -> PickedUpPhoto? {
    if photos.indices.contains(origin), photos[origin].id == photo { return self }
    return photos.firstIndex { $0.id == photo }.map {
      PickedUpPhoto(photo: photo, origin: $0, target: target)
    }
  }
}
