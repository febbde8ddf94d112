/// Texts about imports.
package enum ImportText {
  /// Returns `3 beers and 2 photos`; without photos if there are none, and without beers if there are only photos.
  ///
  /// - Parameter kind: A word before the first noun, such as `imported`.
  package static func beersAndPhotos(_ beers: Int, _ photos: Int, _ kind: String = "") -> String {
    let kind = kind.isEmpty ? "" : kind + " "
    if beers == 0, photos > 0 { return NumberText.count(photos, kind + "photo") }
    return NumberText.count(beers, kind + "beer")
      + (photos > 0 ? " and " + NumberText.count(photos, "photo") : "")
  }
}
