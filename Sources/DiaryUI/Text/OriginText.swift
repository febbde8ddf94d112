import DiaryModel
import DiaryStore
import Interchange

/// The source of a beer: `from Untappd`, `imported from CSV`.
enum OriginText {
  private static let iOSSource = "beer-diary-ios"

  /// Returns when a beer was added to a diary, here or on an iOS device; `nil` if that is not known.
  ///
  /// An imported beer was created when it was entered in the other program, such as at the time of a check-in, so the
  /// date of the import is returned instead.
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
