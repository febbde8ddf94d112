import DiaryModel
import DiaryStore
import Foundation

/// What opening a diary had to migrate, as a JSON object.
///
/// A dry run says the same of what would be done, with the steps and the room that they take, and without a duration. A
/// diary that was current goes from its version to the same.
struct MigrationJSON {
  let text: String

  /// - Parameter backgroundSeconds: How long the background work took, where it was done to its end.
  init(_ diary: Diary, backgroundSeconds: Double?) throws {
    let report = try diary.migration ?? Self.unchanged(diary)
    let background: JSONMembers = backgroundSeconds.map { [("background_seconds", Self.seconds($0))] } ?? []
    text = JSONWriter.text(of: Self.members(report) + background)
  }

  /// Of a dry run.
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

  /// To the microsecond.
  private static func seconds(_ seconds: Double) -> JSONValue { .number((seconds * 1e6).rounded() / 1e6) }
}
