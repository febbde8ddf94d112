package import DiaryUpkeep

/// Phrases about the beers of another diary, before and after they are added to this one.
package struct MergeText {
  private let report: MergeReport

  /// Creates the phrases about a merge, or about the preview of one.
  package init(_ report: MergeReport) { self.report = report }

  /// What is added: `12 beers (2 in the trash) and 30 photos`.
  package var addition: String {
    let beers =
      NumberText.count(report.addedBeers, "beer")
      + Self.trashNote(count: report.addedBeersInTrash, total: report.addedBeers)
    return "\(beers) and \(NumberText.count(report.addedPhotos, "photo"))"
  }

  /// The photos of the diary that get their image: `2 missing photos`; `nil` if there are none.
  package var restored: String? {
    report.restoredPhotos > 0 ? NumberText.count(report.restoredPhotos, "missing photo") : nil
  }

  /// What is not added again: `3 beers already in the diary (all in the trash)`; `nil` if there are no such beers.
  package var known: String? {
    guard report.knownBeers > 0 else { return nil }
    return "\(NumberText.count(report.knownBeers, "beer")) already in the diary"
      + Self.trashNote(count: report.knownBeersInTrash, total: report.knownBeers)
  }

  /// Returns a note such as ` (2 in the trash)` to follow the number of beers; empty if none are.
  private static func trashNote(count: Int, total: Int) -> String {
    if count == 0 { return "" }
    if count < total { return " (\(NumberText.count(count)) in the trash)" }
    return total == 1 ? " (in the trash)" : " (all in the trash)"
  }
}
