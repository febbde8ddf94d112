/// What a migration says about photos that it moved to the removed photos.
package struct PhotoRemoval: Hashable, Sendable {
  /// Why photos were moved there.
  package enum Reason: Hashable, Sendable {
    /// The old store marks them as deleted.
    case markedAsDeleted
    /// They are thumbnails, and the old store has no larger image of them.
    case onlyThumbnail
  }

  /// Why the photos were moved.
  package let reason: Reason
  /// A sentence for the user, with the names of the beers.
  package let sentence: String
}

extension PhotoRemoval.Reason {
  /// The beginning of the sentence.
  var summary: String {
    switch self {
    case .markedAsDeleted: "Photos marked as deleted were moved to the removed photos"
    case .onlyThumbnail: "Thumbnails without a larger image were moved to the removed photos"
    }
  }

  /// What the sentence counts, in the singular.
  var noun: String {
    switch self {
    case .markedAsDeleted: "photo"
    case .onlyThumbnail: "thumbnail"
    }
  }
}
