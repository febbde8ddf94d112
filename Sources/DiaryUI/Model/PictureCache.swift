import DiaryModel
import DiaryStore

/// A request for the pictures of photos, the most important first.
package struct PictureRequest: Hashable, Sendable {
  /// The ids of the photos, the most important first.
  package let photos: [Int64]

  package init(photos: [Int64]) { self.photos = photos }
}

/// Thumbnails of photos near the screen, and as many others as fit.
struct PictureCache: Hashable, Sendable {
  private struct Entry: Hashable, Sendable {
    var picture: PhotoPicture
    /// When the picture was last needed.
    var use: Int
  }

  /// Each picture has at most 12 kB.
  private static let limit = 512

  private var entries: [Int64: Entry] = [:]
  private var wanted: [Int64] = []
  private var uses = 0

  var count: Int { entries.count }

  /// The picture of a photo; `nil` until it is loaded.
  subscript(photo: Int64?) -> PhotoPicture? { photo.flatMap { entries[$0]?.picture } }

  /// Returns a request for missing pictures; `nil` if all of them are loaded or requested.
  mutating func request(_ photos: [Int64]) -> PictureRequest? {
    guard photos != wanted else { return nil }
    wanted = photos
    uses += 1
    for photo in photos { entries[photo]?.use = uses }
    let missing = photos.filter { entries[$0] == nil }
    return missing.isEmpty ? nil : PictureRequest(photos: missing)
  }

  mutating func insert(_ pictures: [Int64: PhotoPicture]) {
    for (photo, picture) in pictures { entries[photo] = Entry(picture: picture, use: uses) }
    guard entries.count > Self.limit else { return }
    // Several at a time, so that this happens rarely.
    let oldest = entries.sorted { ($0.value.use, $0.key) < ($1.value.use, $1.key) }
    for (photo, _) in oldest.prefix(entries.count - Self.limit * 3 / 4) { entries[photo] = nil }
  }

  /// Allows pictures that failed to be requested again.
  mutating func forgetRefusals() {
    wanted = []
    entries = entries.filter { if case .thumbnail = $0.value.picture { true } else { false } }
  }
}
