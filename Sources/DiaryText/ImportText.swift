/// What an import does or did, in words.
package enum ImportText {
  /// `3 beers and 2 photos`; photos only if there are some, and beers unless there are only photos.
  ///
  /// - Parameter kind: What precedes the first of the nouns, such as `imported`.
  package static func beersAndPhotos(_ beers: Int, _ photos: Int, _ kind: String = "") -> String {
    let kind = kind.isEmpty ? "" : kind + " "
    if beers == 0, photos > 0 { return NumberText.count(photos, kind + "photo") }
    return NumberText.count(beers, kind + "beer")
      + (photos > 0 ? " and " + NumberText.count(photos, "photo") : "")
  }
}
