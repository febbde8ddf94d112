package import DiaryModel
package import DiaryStore

/// A beer's photos after one of them was moved.
package struct MovedPhoto: Hashable, Sendable {
  package let photos: [Photo]
  /// `nil` where it was in its place already.
  package let change: DiaryChange?

  package init(photos: [Photo], change: DiaryChange?) {
    self.photos = photos
    self.change = change
  }
}
