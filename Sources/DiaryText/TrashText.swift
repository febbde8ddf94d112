/// Sentences about what is permanently deleted.
package enum TrashText {
  /// Returns `3 beers and 1 removed photo`; a count of zero is left out, as in `1 removed photo`.
  package static func contents(beers: Int, photos: Int) -> String {
    let parts = [
      beers > 0 || photos == 0 ? NumberText.count(beers, "beer") : nil,
      photos > 0 ? NumberText.count(photos, "removed photo") : nil,
    ]
    return parts.compactMap(\.self).joined(separator: " and ")
  }

  /// Returns a sentence about the conflicts of what is deleted; `nil` if there are none.
  ///
  /// - Parameter command: The command that lists them; `nil` to name none.
  package static func conflicts(_ count: Int, listedBy command: String? = nil) -> String? {
    if count == 0 { return nil }
    let advice = command.map { "; see \(count == 1 ? "it" : "them") with \($0)" } ?? ""
    return "\(NumberText.count(count, "conflict")) would be deleted as well\(advice)."
  }

  /// Returns a sentence about the conflicts that were deleted; `nil` if there were none.
  package static func deletedConflicts(_ count: Int) -> String? {
    if count == 0 { return nil }
    return "\(NumberText.count(count, "conflict")) \(count == 1 ? "was" : "were") deleted as well."
  }
}
