import DiaryModel
import Foundation
import GRDB
import SQLiteKit

/// A beer whose photos were taken on several days.
package struct SplittableBeer: Hashable, Sendable {
  /// The beer.
  package let beer: BeerListItem
  /// The number of days on which its photos were taken, and of beers after a split; at least 2.
  package let dayCount: Int
}

/// Finds and splits beers whose photos were taken on several days.
struct BeerSplitter: DiaryComponent {
  typealias WriteError = EditError

  let database: DiaryDatabase
  private var photoEditor: PhotoEditor { PhotoEditor(database: database) }

  /// The beers of the diary with photos of different times, and these times, separated by a character that no date has.
  private static let candidates = """
    SELECT beer_id, group_concat(taken_at, char(31)) FROM photo WHERE taken_at IS NOT NULL GROUP BY beer_id
    HAVING min(taken_at) <> max(taken_at) AND (SELECT deleted_at IS NULL FROM beer WHERE id = photo.beer_id)
    ORDER BY beer_id
    """

  func splittableBeers(in timeZone: TimeZone, limit: Int) throws(StoreError) -> [SplittableBeer] {
    try read { db in
      let items = try BeerListItems(db)
      let rows = try Row.fetchCursor(db, sql: Self.candidates)
      var beers: [SplittableBeer] = []
      while beers.count < limit, let row = try rows.next() {
        let times = try row.value(String.self, atIndex: 1).split(separator: "\u{1F}")
        let days = Set(times.compactMap { DiaryDate(String($0))?.drinkingDay(in: timeZone) })
        guard days.count > 1, let item = try items.item(row.value(atIndex: 0)) else { continue }
        beers.append(SplittableBeer(beer: item, dayCount: days.count))
      }
      return beers
    }
  }

  func unreadPhotoCount() throws(StoreError) -> Int {
    try read { db in
      try Int.fetchOne(db, sql: "SELECT count(*) \(BackgroundWorker.undescribed)") ?? 0
    }
  }

  func split(_ id: Int64, in timeZone: TimeZone) throws(EditError) -> DiaryChange? {
    let now = now
    return try recording { db, timestamp in
      let beers = BeerRecord(db)
      let photos = PhotoRecord(db)
      let beer = try beers.beer(id)
      // Without the dates that have not been read yet, days would be left out.
      let album = try PhotosOfBeer(db).all(ofBeer: id).map { try photoEditor.addingMetadata(to: $0, db) }
      let detail = BeerDetail(beer: beer, photos: album)
      guard let split = BeerSplit(of: detail, in: timeZone) else { return nil }
      let label = try LabelAssignment(db).labelID(ofBeer: id).flatMap { try Labels(db).uuid($0) }
      let addition = try BeerAddition(db, at: now, timestamp: timestamp)
      var added: [Beer] = []
      var moved: [DiaryChange.MovedPhoto] = []
      for day in split.days {
        // Another device may split the beer as well before it knows of this, and moves the photos to the same beers then.
        let uuid = day.date.drinkingDay(in: timeZone).map {
          UUID.splitBeer(from: beer.uuid, day: $0, photos: day.photos.map(\.uuid))
        }
        let new = try addition.add(
          NewBeer(fields: beer.fields.hadAgain(at: day.date)), toLabel: label, as: uuid)
        added.append(new)
        for (order, photo) in day.photos.enumerated() {
          let move = DiaryChange.MovedPhoto(
            from: .init(photo: photo.id, uuid: photo.uuid, beer: id, order: photo.order),
            to: .init(photo: photo.id, uuid: photo.uuid, beer: new.id, order: order))
          try photos.move(to: move.to)
          moved.append(move)
        }
      }
      moved.sort { $0.from.order < $1.from.order }
      return .splitBeer(
        .init(
          beer: id, added: added, photos: moved, updatedAt: try beers.touch(id, timestamp: timestamp)))
    }
  }
}

extension BeerFields {
  /// Returns the fields of the same beer at another time: what is on the bottle, and nothing else.
  fileprivate func hadAgain(at date: DiaryDate) -> BeerFields {
    BeerFields(name: name, brewery: brewery, style: style, abv: abv, drunkAt: date)
  }
}
