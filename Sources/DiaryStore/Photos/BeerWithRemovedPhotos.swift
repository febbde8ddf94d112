package import DiaryModel
import GRDB
import SQLiteKit

/// A beer with removed photos whose images are still in the store.
package struct BeerWithRemovedPhotos: Hashable, Sendable {
  /// The id of the beer.
  package let id: Int64
  /// The name of the beer; `nil` if it has none.
  package let name: String?
  /// The number of its removed photos.
  package let photoCount: Int
  /// The time of the last removal; `nil` if the stored text is not a date.
  package let lastRemoval: DiaryDate?

  /// Creates a beer with removed photos.
  package init(id: Int64, name: String?, photoCount: Int, lastRemoval: DiaryDate?) {
    self.id = id
    self.name = name
    self.photoCount = photoCount
    self.lastRemoval = lastRemoval
  }
}

/// Lists the beers with removed photos.
struct RemovedPhotoCounts: DiaryComponent {
  let database: DiaryDatabase

  func beers(
    matching text: String, limit: Int, isCancelled: @escaping () -> Bool
  ) throws(StoreError) -> [BeerWithRemovedPhotos] {
    try read(isCancelled: isCancelled) { db in
      let typed = try TypedValue(text, WordTokenizer(db))
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT b.id, b.name, count(*) AS photo_count, max(p.removed_at) AS last_removal
          FROM removed_photo p JOIN beer b ON b.id = p.beer_id
          GROUP BY p.beer_id ORDER BY last_removal DESC, max(p.id) DESC
          """)
      var found: [BeerWithRemovedPhotos] = []
      while found.count < limit, let row = try rows.next() {
        try checkCancellation(isCancelled)
        let name: String? = try row.value(forColumn: "name")
        guard try typed.matches(name ?? "") else { continue }
        found.append(
          BeerWithRemovedPhotos(
            id: try row.value(forColumn: "id"), name: name,
            photoCount: try row.value(forColumn: "photo_count"),
            lastRemoval: try DiaryDate(row.value(forColumn: "last_removal"))))
      }
      return found
    }
  }
}
