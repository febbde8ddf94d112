/// A table of photos; each photo is in one of them, and ids are unique across both.
package enum PhotoTable: String, CaseIterable, CustomStringConvertible, Sendable {
  /// The photos of beers.
  case photo
  /// The photos that were removed from their beers, which can be restored.
  case removed = "removed_photo"

  /// The name of the table in SQL.
  package var description: String { rawValue }
}
