import DiaryModel
import DiaryStore
import Foundation

/// The report of a migration as a JSON object.
///
/// A dry run has the same members without durations, and the needed disk space. For a current diary, both versions are
/// the same.
struct MigrationJSON {
  let text: String

  /// Creates the report of the migration at opening, or of a diary that was current already.
  ///
  /// - Parameter backgroundSeconds: The duration of the background work; `nil` if it was not finished.
  init(_ diary: Diary, backgroundSeconds: Double?) throws {
    let report = try diary.migration ?? Self.unchanged(diary)
    let background: JSONMembers = backgroundSeconds.map { [("background_seconds", Self.seconds($0))] } ?? []
    text = JSONWriter.text(of: Self.members(report) + background)
  }

  /// Creates the report of a dry run.
  init(_ preview: MigrationPreview) {
    let steps = preview.steps.map { step in
      JSONValue.object(["from": .integer(Int64(step.from)), "to": .integer(Int64(step.to))])
    }
    let free = preview.freeBytes.map { JSONValue.integer(Int64($0)) } ?? .null
    let members: JSONMembers = [
      ("dry_run", .boolean(true)), ("from", .integer(Int64(preview.fromVersion))),
      ("to", .integer(Int64(preview.toVersion))), ("steps", .array(steps)),
      ("counts", .counts(beers: preview.beerCount, photos: preview.photoCount)),
      ("warnings", .array(preview.warnings.map(JSONValue.text))),
      ("space", .object(["needed": .integer(Int64(preview.neededBytes)), "free": free])),
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
    try diary.forEachListItem { item in
      report.beerCount += 1
      report.photoCount += item.photoCount
    }
    return report
  }

  /// Returns seconds, rounded to microseconds.
  private static func seconds(_ seconds: Double) -> JSONValue { .number((seconds * 1e6).rounded() / 1e6) }
}
