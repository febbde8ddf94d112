import DiaryModel
import DiaryText
import Terminal

/// The values of a beer that differ between devices.
struct BeerConflicts: Hashable, Sendable {
  /// The labels of the fields.
  let labels: Set<String>
  /// Which fields these are, and the key to choose: `Your devices differ: Rating · !: choose`.
  let sentence: String
}

extension ScreenContext {
  /// The values of the current beer that differ between devices; `nil` if there are none.
  var currentBeerConflicts: BeerConflicts? {
    guard let uuid = currentBeer?.detail?.beer.uuid else { return nil }
    let conflicts = sync.conflicts?.filter { $0.beer == uuid } ?? []
    guard !conflicts.isEmpty else { return nil }
    let fields = conflicts.map(\.field).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    let key = key(of: .showConflicts).map { " \(glyphs.separator) \($0): choose" } ?? ""
    return BeerConflicts(
      labels: Set(fields), sentence: "Your devices differ: " + fields.joined(separator: ", ") + key)
  }
}
