import DiaryModel
import DiaryStore

/// The source of a beer: `from Untappd`, `imported from CSV`.
enum OriginText {
  static func text(_ origin: Origin) -> String {
    switch origin.source {
    case "csv": "imported from CSV"
    case "untappd": "from Untappd"
    case "catalogue": "from a catalog"
    case "beer-diary-ios": "from Beer Diary for iOS"
    default: "from \(origin.source)"
    }
  }
}
