import DiaryStore
import DiaryText

/// Describes the result of a migration.
struct MigrationSummary {
  let path: String
  let report: MigrationReport

  /// The result in one sentence.
  var sentence: String {
    let beers = NumberText.count(report.beerCount, "beer")
    let photos = NumberText.count(report.photoCount, "photo")
    let seconds = NumberText.fixed(report.seconds, decimals: 2)
    return """
      Migrated \(path) from version \(report.fromVersion) to \(report.toVersion): \(beers), \(photos), \(seconds) s.
      """
  }
}
