import DiaryModel
import DiaryStore

/// Asks for the pictures of photos, the most wanted first.
package struct PictureRequest: Hashable, Sendable {
  package let photos: [Int64]

  package init(photos: [Int64]) { self.photos = photos }
}

/// The pictures of what is near the screen, and as many as fit of what was there before.
struct PictureCache: Hashable, Sendable {
  private struct Entry: Hashable, Sendable {
    var picture: PhotoPicture
    /// When it was wanted last.
    var use: Int
  }

  /// At most 12 kB each.
  private static let limit = 512

  private var entries: [Int64: Entry] = [:]
  private var wanted: [Int64] = []
  private var uses = 0

  var count: Int { entries.count }

  /// `nil` until it has come.
  subscript(photo: Int64?) -> PhotoPicture? { photo.flatMap { entries[$0]?.picture } }

  /// What has to be loaded so that these are there; `nil` where they are or have been asked for.
  mutating func request(_ photos: [Int64]) -> PictureRequest? {
    guard photos != wanted else { return nil }
    wanted = photos
    uses += 1
    for photo in photos { entries[photo]?.use = uses }
    let missing = photos.filter { entries[$0] == nil }
    return missing.isEmpty ? nil : PictureRequest(photos: missing)
  }

  mutating func accept(_ pictures: [Int64: PhotoPicture]) {
    for (photo, picture) in pictures { entries[photo] = Entry(picture: picture, use: uses) }
    guard entries.count > Self.limit else { return }
    // Some at once, so that it happens rarely.
    let oldest = entries.sorted { ($0.value.use, $0.key) < ($1.value.use, $1.key) }
    for (photo, _) in oldest.prefix(entries.count - Self.limit * 3 / 4) { entries[photo] = nil }
  }

  /// Has what could not be shown loaded again.
  mutating func forgetRefusals() {
    wanted = []
    entries = entries.filter { if case .thumbnail = $0.value.picture { true } else { false } }
  }

  /// Has everything loaded again.
  mutating func forget() { self = PictureCache() }
}

extension AppState {
  mutating func requestPictures() -> PictureRequest? {
    switch screen {
    case .list: pictures.request(picturesNearList)
    case .beer: pictures.request(picturesNearBeer)
    case .photos, .carrying: pictures.request(PhotosScreen.photosNear(self))
    case .opening, .form, .statistics, .importing, .help, .palette, .remarks, .tooSmall: nil
    }
  }

  /// The first photos of the beers on the screen, then of those below and above.
  private var picturesNearList: [Int64] {
    let visible = visibleRows
    let below = visible.upperBound..<visible.upperBound + visible.count
    let above = max(0, visible.lowerBound - visible.count)..<visible.lowerBound
    return [visible, below, above].flatMap { positions in
      positions.clamped(to: list.rows.range).compactMap { list.rows[$0]?.thumbnailID }
    }
  }

  /// The first photo of the beer, then of its neighbours.
  private var picturesNearBeer: [Int64] {
    guard let shown else { return [] }
    let own = shown.detail?.photos.first?.id ?? list.rows[shown.position]?.thumbnailID
    return [own, list.rows[shown.position + 1]?.thumbnailID, list.rows[shown.position - 1]?.thumbnailID]
      .compactMap { $0 }
  }
}
