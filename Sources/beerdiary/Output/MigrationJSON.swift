import DiaryStore
import Foundation

/// What opening a diary had to migrate, as a JSON object.
///
/// A diary that was current goes from its version to the same.
struct MigrationJSON {
  let text: String

  /// - Parameter backgroundSeconds: How long the background work took, where it was done to its end.
  init(_ diary: Diary, backgroundSeconds: Double?) throws {
    let report = try diary.migration ?? Self.unchanged(diary)
    var json = JSONWriter(indentation: 2)
    json.object { json in
      for (key, value) in Self.members(report) {
        json.key(key)
        json.value(value)
      }
      guard let backgroundSeconds else { return }
      json.key("background_seconds")
      json.value(Self.seconds(backgroundSeconds))
    }
    text = json.text
  }

  private static func members(_ report: MigrationReport) -> [(key: String, value: JSONValue)] {
    [
      ("from", .integer(Int64(report.fromVersion))), ("to", .integer(Int64(report.toVersion))),
      (
        "counts",
        .object([
          "beers": .integer(Int64(report.beerCount)), "photos": .integer(Int64(report.photoCount)),
        ])
      ),
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
