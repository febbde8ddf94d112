import DiaryStore
import DiaryUI
import Foundation
import Telemetry

/// Brings a diary up to date without a screen.
enum MigrateOnly {
  static func run(_ options: StoreOptions) throws {
    let opened = try OpenedDiary(options, mode: .migrateOnly)
    defer { opened.recorder.flush() }
    let console = Console.standardOutput
    console.line(opened.diary.path + (opened.diary.migration.map(summary) ?? " is up to date."))
    console.flush()
    for warning in opened.diary.migration?.warnings ?? [] { Console.standardError.line(warning) }
  }

  private static func summary(_ report: MigrationReport) -> String {
    let beers = NumberText.count(report.beerCount, "beer")
    let photos = NumberText.count(report.photoCount, "photo")
    let seconds = NumberText.fixed(report.seconds, decimals: 2)
    return """
       is up to date now: \(beers) and \(photos) from version \(report.fromVersion) to \(report.toVersion) \
      in \(seconds) s.
      """
  }
}
