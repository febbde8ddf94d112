import DiaryModel
import DiaryStore
import Interchange

/// The source of a beer: `from Untappd`, `imported from CSV`.
enum OriginText {
  static func text(_ origin: Origin) -> String {
    switch origin.source {
    case Dialect.plain.source: "imported from CSV"
    case "beer-diary-ios": "from Beer Diary for iOS"
    default: "from \(Dialect.sourceName(of: origin.source) ?? origin.source)"
    }
  }
}
