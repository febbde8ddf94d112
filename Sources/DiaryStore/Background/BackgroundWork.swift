/// Work that is slow, can wait and is done in the background once the diary is open.
///
/// It goes on where it was when the program ended, however that came.
package enum BackgroundWork: Hashable, Sendable, CaseIterable {
  /// Reading what the photos' headers tell.
  case describingPhotos
  /// Filling the search index.
  case indexingSearch
  /// Bringing images that are files of their own into the store.
  case collectingImages
  /// Computing the SHA-256 of the images.
  case hashingPhotos
  /// Deleting the rows of an old store that have a new place.
  case discardingRows
  /// Giving free space in the file back to the disk.
  case shrinking
  /// Making small pictures of the photos, which are kept outside the store; see ``PhotoThumbnails``.
  case makingThumbnails
}

/// How far the background work is after a slice of it.
package struct BackgroundProgress: Hashable, Sendable {
  package var work: BackgroundWork
  /// Beers, photos or pages that this work has still to do.
  package var remaining: Int

  package init(work: BackgroundWork, remaining: Int) {
    self.work = work
    self.remaining = remaining
  }
}
