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
}
