package import Foundation

/// What becomes of a beer whose photos were taken on several days: one beer for each day.
///
/// A day is a drinking day, which ends at 4 in the morning; see ``DiaryDate/drinkingDay(in:)``. The beer keeps the photos
/// of its own day, or those of the earliest day if none was taken on its own. It also keeps the photos without a date.
package struct BeerSplit: Hashable, Sendable {
  /// A day that becomes a beer of its own.
  package struct Day: Hashable, Sendable {
    /// When the first photo of the day was taken, as precisely as that is known.
    package let date: DiaryDate
    /// The photos of the day, in their order.
    package let photos: [Photo]

    /// Creates the day of photos; `nil` if none of them has a date.
    fileprivate init?(_ photos: [Photo], in timeZone: TimeZone) {
      func isEarlier(_ a: DiaryDate, _ b: DiaryDate) -> Bool {
        (a.localMinute(in: timeZone) ?? 0, a.text) < (b.localMinute(in: timeZone) ?? 0, b.text)
      }
      guard let date = photos.compactMap(\.takenAt).min(by: isEarlier) else { return nil }
      self.date = date
      self.photos = photos
    }
  }

  /// The photos that the beer keeps, in their order.
  package let kept: [Photo]
  /// The other days, the earliest first; at least one.
  package let days: [Day]

  /// The number of beers after the split.
  package var beerCount: Int { days.count + 1 }

  /// Groups the photos of a beer by day; `nil` if they are not of several days, or if the beer is in the trash.
  package init?(of detail: BeerDetail, in timeZone: TimeZone) {
    guard detail.beer.deletedAt == nil else { return nil }
    let groups = Dictionary(grouping: detail.photos) { $0.takenAt?.drinkingDay(in: timeZone) }
    let dayNumbers = groups.keys.compactMap { $0 }.sorted()
    guard dayNumbers.count > 1 else { return nil }
    let own = detail.beer.fields.drunkAt?.drinkingDay(in: timeZone)
    let keptDay = dayNumbers.first { $0 == own } ?? dayNumbers[0]
    days = dayNumbers.filter { $0 != keptDay }.compactMap { Day(groups[$0] ?? [], in: timeZone) }
    let moved = Set(days.flatMap(\.photos).map(\.id))
    kept = detail.photos.filter { !moved.contains($0.id) }
  }
}
