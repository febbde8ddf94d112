import DiaryModel
import GRDB
import SQLiteKit

/// Compares imported beers with the diary without changing it.
struct ImportPreviewer: DiaryComponent {
  let database: DiaryDatabase

  func previewImport(_ beers: [ImportedBeer], source: String, _ policy: ImportPolicy)
    throws(StoreError) -> ImportTally
  {
    try read { db in
      let lookup = try ExistingBeerLookup(db, source: source, policy)
      let resolver = try DuplicateResolver(db, source: source, policy, FieldNameNormalizer(db))
      var tally = ImportTally()
      let photos = NewPhotos(db)
      let labels = LabelFinder(db)
      for beer in beers {
        let existing = try lookup.existing(beer) ?? lookup.existingOfSameRow(beer)
        if existing == nil, try lookup.isUncertain(beer) {
          tally.differing += 1
          continue
        }
        if let label = beer.label {
          let own = existing.flatMap { $0.isOfUndoneImport ? nil : $0.id }
          if try labels.isNewChoice(label, for: own) { tally.decisions.split.insert(label.uuid) }
          tally.decisions.formUnion(try labels.newDecisions(about: label))
        }
        let count = try photos.count(of: beer, existing: existing?.id)
        if count > 0 { tally.photos[.added, default: 0] += count }
        if beer.repetition == .superseded {
          tally.repeated += 1
          continue
        }
        switch existing {
        case nil: tally.added += 1
        case let existing? where existing.isOfUndoneImport: tally.added += 1
        case let existing? where existing.isSame: tally.countSame(existing)
        case let existing? where policy.onDuplicate == .add:
          if existing.isSeparate { tally.countSame(existing) } else { tally.added += 1 }
        case let existing?: tally.count(try resolver.resolve(existing.id, beer), existing)
        }
      }
      return tally
    }
  }

  func firstID(ofSource source: String, in ids: Range<String>) throws(StoreError) -> String? {
    try read { db in
      let sql = """
        SELECT source_id FROM beer WHERE source = ? AND source_id >= ? AND source_id < ? ORDER BY source_id LIMIT 1
        """
      return try String.fetchOne(db, sql: sql, arguments: [source, ids.lowerBound, ids.upperBound])
    }
  }

  func possibleDuplicateCount(_ beers: [ImportedBeer], source: String) throws(StoreError) -> Int {
    try read { db in
      let lookup = try ExistingBeerLookup(db, source: source)
      let similar = try db.cachedStatement(
        sql: """
          SELECT EXISTS (SELECT 1 FROM beer WHERE deleted_at IS NULL AND name = ?1 COLLATE NOCASE
            AND (substr(\(LocalTimeSQL.drunkAt), 1, 10) IS substr(local_time(?3), 1, 10)
                AND (brewery IS ?2 OR source = ?4 AND import_batch IS NOT NULL)
              OR ?3 IS NULL AND source = ?4 AND import_batch IS NOT NULL))
          """)
      return try beers.count { beer in
        let fields = beer.fields
        guard let name = fields.name, try lookup.existing(beer) == nil, try !lookup.isUncertain(beer)
        else { return false }
        return try Bool.fetchOne(similar, arguments: [name, fields.brewery, fields.drunkAt?.text, source])
          ?? false
      }
    }
  }
}
