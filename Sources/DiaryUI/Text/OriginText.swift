import DiaryModel
import DiaryStore
import Interchange

/// The source of a beer: `from Untappd`, `imported from CSV`.
enum OriginText {
  private static let iOSSource = "beer-diary-ios"

  /// Returns when a beer was added to a diary, here or on an iOS device; `nil` if that is not known.
  ///
  /// The entry of another program was created there, as a check-in is, so only the date of its import counts.
  static func dateAdded(_ detail: BeerDetail) -> DiaryDate? {
    let origin = detail.beer.origin
    return origin == nil || origin?.source == iOSSource ? detail.beer.createdAt : detail.importedAt
  }

  static func text(_ origin: Origin) -> String {
    switch origin.source {
    case Dialect.plain.source: "imported from CSV"
    case iOSSource: "from Beer Diary for iOS"
    default: "from \(Dialect.sourceName(of: origin.source) ?? origin.source)"
    }
  }
}
