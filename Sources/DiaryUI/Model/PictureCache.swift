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
