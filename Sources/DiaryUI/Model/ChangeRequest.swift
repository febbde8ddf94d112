package import DiaryStore

/// A change that the user asks the store for.
///
/// They are made in the order in which they were asked for, each answered by ``Message/changed(_:_:)``.
package enum ChangeRequest: Hashable, Sendable {
  /// Adds a beer, or replaces the fields of one.
  ///
  /// `expecting` is what they were when the user began.
  case save(beer: Int64?, fields: BeerFields, expecting: BeerFields?)
  case trash([Int64])
  case restore([Int64])
  case emptyTrash
  case addPhotos(beer: Int64, paths: [String])
  case removePhoto(Int64)
  case caption(photo: Int64, String?)
  case undo(DiaryChange)
  case redo(DiaryChange)
}

/// What a change has done.
package struct ChangeOutcome: Hashable, Sendable {
  /// What can be taken back, the oldest first.
  package var changes: [DiaryChange]
  /// The beer that is to be seen now.
  package var beer: Int64?
  /// How many beers are gone for good.
  package var deletedCount: Int
  /// Why the rest of it could not be done.
  package var problem: String?

  package init(
    _ changes: [DiaryChange] = [], beer: Int64? = nil, deletedCount: Int = 0, problem: String? = nil
  ) {
    self.changes = changes
    self.beer = beer
    self.deletedCount = deletedCount
    self.problem = problem
  }
}
