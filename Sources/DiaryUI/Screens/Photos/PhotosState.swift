import DiaryModel
import DiaryStore

/// What the photos screen remembers; the photos themselves are in ``ShownBeer``.
struct PhotosState: Hashable, Sendable {
  /// A photo that was picked up and is not dropped yet; the store knows nothing of it.
  struct Carried: Hashable, Sendable {
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
  }

  var cursor = 0
  /// A photo that a change is about: the cursor goes to it as soon as the photos have been read again.
  var focus: Int64?
  /// The first row of the grid that is seen.
  private(set) var top = 0
  var carried: Carried?
  /// Where the mouse's button went down, until it goes up.
  var pressed: Int?

  /// Where the selected photo is seen.
  var place: Int {
    get { carried?.target ?? cursor }
    set { if carried == nil { cursor = newValue } else { carried?.target = newValue } }
  }

  /// Brings the cursor into range and its row into sight.
  mutating func settle(photos: [Photo], _ grid: PhotoGrid) {
    settleCarried(photos)
    place = min(max(0, place), max(0, photos.count - 1))
    let row = place / grid.columns
    top = max(top, row - grid.rowsPerScreen + 1)
    top = max(0, min(top, row, grid.rows(for: photos.count) - grid.rowsPerScreen))
  }

  /// What is carried may have moved or gone meanwhile.
  private mutating func settleCarried(_ photos: [Photo]) {
    guard let carried else { return }
    if photos.indices.contains(carried.origin), photos[carried.origin].id == carried.photo { return }
    if let origin = photos.firstIndex(where: { $0.id == carried.photo }) {
      self.carried?.origin = origin
    } else {
      self.carried = nil
    }
  }
}
