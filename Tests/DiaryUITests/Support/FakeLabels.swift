import DiaryModel
import DiaryStore

/// The labels of beers in memory: beers with the same name and brewery have the same one.
struct FakeLabels: Hashable {
  /// The labels that were merged into others, by their keys.
  var merged: [String: String] = [:]
  /// The pairs of labels that are kept apart, by their keys.
  var apart: Set<Set<String>> = []

  /// The beers that have a label of their own.
  var split: Set<Int64> = []

  /// Returns what the beers of a label have in common.
  func key(of detail: BeerDetail) -> String {
    let fields = detail.beer.fields
    var key = "beer \(detail.beer.id)"
    if let name = fields.name, !split.contains(detail.beer.id) {
      key = "\(name.lowercased())|\((fields.brewery ?? "").lowercased())"
    }
    while let other = merged[key] { key = other }
    return key
  }

  /// Returns the beers of the diary that have a beer's label, including the beer itself.
  func beers(sharing detail: BeerDetail, in beers: [BeerDetail]) -> [BeerDetail] {
    let key = key(of: detail)
    return beers.filter { $0.beer.deletedAt == nil && self.key(of: $0) == key }
  }

  /// Returns the beers of each label, by its key.
  func groups(of beers: [BeerDetail]) -> [String: [BeerDetail]] { Dictionary(grouping: beers, by: key(of:)) }

  /// Returns the first beer of each label.
  func distinct(_ beers: [BeerDetail]) -> [BeerDetail] {
    var seen: Set<String> = []
    return beers.filter { seen.insert(key(of: $0)).inserted }
  }

  /// Returns the history of a label; beers in the trash do not count.
  func history(of beers: [BeerDetail]) -> LabelHistory {
    let beers = beers.filter { $0.beer.deletedAt == nil }
    let ratings = beers.compactMap(\.beer.fields.rating)
    let dates = beers.compactMap(\.beer.fields.drunkAt).sorted { $0.text < $1.text }
    return LabelHistory(
      times: beers.count, ratedTimes: ratings.count,
      meanRating: ratings.isEmpty ? nil : ratings.reduce(0, +) / Double(ratings.count),
      bestRating: ratings.max(), first: dates.first, last: dates.last)
  }

  /// Returns the label of a beer.
  func label(of detail: BeerDetail, in all: [BeerDetail]) -> Label {
    let key = key(of: detail)
    return label(ofGroup: all.filter { self.key(of: $0) == key }, facts: detail)
  }

  /// Returns the label of a new beer: without a brewery, the only one of its name; `nil` if no beer has it.
  func label(ofNewBeer name: String, brewery: String?, in all: [BeerDetail]) -> Label? {
    let named = all.filter {
      $0.beer.deletedAt == nil && $0.beer.fields.name?.lowercased() == name.lowercased()
    }
    let groups = groups(of: named)
    let group =
      brewery == nil && groups.count == 1
      ? groups.values.first : groups["\(name.lowercased())|\((brewery ?? "").lowercased())"]
    return group?.first.map { label(of: $0, in: all) }
  }

  /// Returns the label of all of its beers; its UUID is that of the one with the lowest id.
  ///
  /// - Parameter detail: The beer that has the facts of the label.
  func label(ofGroup group: [BeerDetail], facts detail: BeerDetail) -> Label {
    let id = group.map(\.beer.id).min() ?? detail.beer.id
    let fields = detail.beer.fields
    return Label(
      uuid: SampleBeers.uuid(id),
      facts: LabelFacts(name: fields.name, brewery: fields.brewery, style: fields.style, abv: fields.abv),
      history: history(of: group))
  }
}
