import DiaryModel

/// A photo that was picked up and is not dropped yet; the store knows nothing of it.
struct PickedUpPhoto: Hashable, Sendable {
  let photo: Int64
  /// Its place in the store's order.
  var origin: Int
  /// Where it would be dropped.
  var target: Int

  /// The place, in the store's order, of the photo that is seen at a place.
  func origin(ofPlace place: Int) -> Int {
    if place == target { return origin }
    if origin < target, (origin..<target).contains(place) { return place + 1 }
    if target < origin, (target + 1...origin).contains(place) { return place - 1 }
    return place
  }

  /// The same photo among photos that may have changed; `nil` if it is gone.
  func following(_ photos: [Photo]) -> PickedUpPhoto? {
    if photos.indices.contains(origin), photos[origin].id == photo { return self }
    return photos.firstIndex { $0.id == photo }.map {
      PickedUpPhoto(photo: photo, origin: $0, target: target)
    }
  }
}
