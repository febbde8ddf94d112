import DiaryModel
import DiaryStore
import Foundation

/// The report of a migration as a JSON object.
///
/// A dry run has the same members without durations, and the needed disk space. For a current diary, both versions are
/// the same.
struct MigrationJSON {
  let text: String

  /// - Parameter backgroundSeconds: The duration of the background work; `nil` if it was not finished.
  init(_ diary: Diary, backgroundSeconds: Double?) throws {
    let report = try diary.migration ?? Self.unchanged(diary)
    let background: JSONMembers = backgroundSeconds.map { [("background_seconds", Self.seconds($0))] } ?? []
    text = JSONWriter.text(of: Self.members(report) + background)
  }

  /// Creates the report of a dry run.
  init(_ forecast: MigrationForecast) {
    let steps = forecast.steps.map { step in
      JSONValue.object(["from": .integer(Int64(step.from)), "to": .integer(Int64(step.to))])
    }
    let free = forecast.freeBytes.map { JSONValue.integer(Int64($0)) } ?? .null
    let members: JSONMembers = [
      ("dry_run", .boolean(true)), ("from", .integer(Int64(forecast.fromVersion))),
      ("to", .integer(Int64(forecast.toVersion))), ("steps", .array(steps)),
      ("counts", .counts(beers: forecast.beerCount, photos: forecast.photoCount)),
      ("warnings", .array(forecast.warnings.map(JSONValue.text))),
      ("space", .object(["needed": .integer(Int64(forecast.neededBytes)), "free": free])),
    ]
    text = JSONWriter.text(of: members)
  }

  private static func members(_ report: MigrationReport) -> JSONMembers {
    [
      ("from", .integer(Int64(report.fromVersion))), ("to", .integer(Int64(report.toVersion))),
      ("counts", .counts(beers: report.beerCount, photos: report.photoCount)),
      ("warnings", .array(report.warnings.map(JSONValue.text))), ("seconds", seconds(report.seconds)),
      ("steps", .array(report.steps.map(step))),
    ]
  }

  private static func step(_ step: MigrationReport.Step) -> JSONValue {
    .object([
      "from": .integer(Int64(step.from)), "to": .integer(Int64(step.to)), "seconds": seconds(step.seconds),
    ])
  }

  private static func unchanged(_ diary: Diary) throws -> MigrationReport {
    var report = MigrationReport(
      fromVersion: Diary.currentVersion, toVersion: Diary.currentVersion, beerCount: 0, photoCount: 0,
      seconds: 0, warnings: [])
    try diary.forEachRow { row in
      report.beerCount += 1
      report.photoCount += row.photoCount
    }
    return report
  }

  /// Returns seconds, rounded to microseconds.
  private static func seconds(_ seconds: Double) -> JSONValue { .number((seconds * 1e6).rounded() / 1e6) }
}
