import DiaryStore
import DiaryText

/// What a migration did, in words.
struct MigrationSummary {
  let path: String
  let report: MigrationReport

  /// One sentence.
  var sentence: String {
    let beers = NumberText.count(report.beerCount, "beer")
    let photos = NumberText.count(report.photoCount, "photo")
    let seconds = NumberText.fixed(report.seconds, decimals: 2)
    return """
      Migrated \(path) from version \(report.fromVersion) to \(report.toVersion): \(beers), \(photos), \(seconds) s.
      """
  }
}
