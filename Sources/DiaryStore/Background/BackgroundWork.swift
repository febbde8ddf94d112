/// Slow work that can wait and is done in the background while the diary is open.
///
/// It continues from the point at which the program ended, even after a crash.
package enum BackgroundWork: Hashable, Sendable, CaseIterable {
  /// Reading format, size, camera and date from the headers of the photos.
  case readingPhotoMetadata
  /// Filling the search index.
  case indexingSearch
  /// Finding the labels of beers.
  case labelingBeers
  /// Copying images that are files of their own into the store.
  case copyingImages
  /// Computing the SHA-256 of the images.
  case hashingPhotos
  /// Deleting the rows of an old store that the migration has copied.
  case discardingRows
  /// Returning free pages of the file to the file system.
  case shrinking
  /// Making thumbnails of the photos, which are cached outside the store; see ``PhotoThumbnails``.
  case makingThumbnails
}

/// How far the background work is after a slice of it.
package struct BackgroundProgress: Hashable, Sendable {
  /// The kind of work that the slice belonged to.
  package var work: BackgroundWork
  /// The number of beers, photos, rows or pages that are left to do, from 0.
  package var remaining: Int

  /// Creates the progress of one kind of work.
  package init(work: BackgroundWork, remaining: Int) {
    self.work = work
    self.remaining = remaining
  }
}
