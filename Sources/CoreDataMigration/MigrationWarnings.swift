import GRDB

/// What was unusual with the beers of an old store.
struct MigrationWarnings {
  private var outOfRange = MentionedBeers()
  private var brokenTexts = MentionedBeers()
  private var dangling = MentionedBeers()
  private var externalFiles = MentionedBeers()
  private var deleted = MentionedBeers()

  mutating func note(_ beer: LegacyBeer) {
    if beer.outOfRange > 0 { outOfRange.add(beer.primaryKey) }
    if beer.brokenTexts > 0 { brokenTexts.add(beer.primaryKey) }
    if beer.dangling > 0 { dangling.add(beer.primaryKey) }
    for _ in 0..<beer.externalFiles { externalFiles.add(beer.primaryKey) }
    if beer.isDeleted { deleted.add(beer.primaryKey) }
  }

  func sentences(_ db: Database) throws -> [String] {
    try [
      ("Values out of range or of another kind are kept as custom fields", outOfRange),
      ("Damaged texts show what can be read, with their bytes as custom fields (base64)", brokenTexts),
      (
        "A brewery, style or the like that the store lacks is kept by its number, as a custom field", dangling
      ),
    ].filter { $0.1.count > 0 }.map { "\($0.0), on \(try $0.1.text(db))." }
      + (externalFiles.count > 0
        ? [
          """
          Values that are files of their own stay in the folder beside the store: \
          \(MentionedBeers.counted(externalFiles.count, "file")) of \(try externalFiles.text(db)).
          """
        ] : [])
      + (deleted.count > 0 ? ["Marked as deleted and now in the trash: \(try deleted.text(db))."] : [])
  }
}
