import DiaryModel
import DiaryStore
import DiaryText
import DiaryUpkeep

/// Describes the result of `adopt`.
struct MergeSummary {
  private let report: MergeReport
  private let diary: String

  /// Creates the summary of a merge into a diary.
  ///
  /// - Parameter diary: The diary's file.
  init(_ report: MergeReport, diary: String) {
    self.report = report
    self.diary = diary
  }

  /// The result in one sentence.
  var sentence: String {
    let beers =
      NumberText.count(report.addedBeers, "beer")
      + Self.inTrash(report.addedBeersInTrash, of: report.addedBeers)
    let added = "Added \(beers) and \(NumberText.count(report.addedPhotos, "photo"))"
    if report.isNewDiary { return "\(added) to a new diary, \(diary)." }
    var parts = [added]
    if report.restoredPhotos > 0 {
      parts.append("restored \(NumberText.count(report.restoredPhotos, "missing photo"))")
    }
    if report.knownBeers > 0 {
      parts.append(
        "\(NumberText.count(report.knownBeers, "beer")) already in the diary"
          + Self.inTrash(report.knownBeersInTrash, of: report.knownBeers))
    }
    return parts.joined(separator: ", ") + "." + advice
  }

  /// Returns how many of some beers are in the trash, to follow their number; empty if none are.
  private static func inTrash(_ count: Int, of total: Int) -> String {
    if count == 0 { return "" }
    return count < total
      ? " (\(NumberText.count(count)) in the trash)" : total == 1 ? " (in the trash)" : " (all in the trash)"
  }

  /// What to do if the list has none of the beers, because all are in the trash, as after an adoption was undone.
  private var advice: String {
    let isAllInTrash =
      report.knownBeers > 0 && report.knownBeersInTrash == report.knownBeers
      && report.addedBeersInTrash == report.addedBeers
    return isAllInTrash ? " Restore them with `beerdiary trash restore`." : ""
  }
}

/// The result of `adopt` as a JSON object.
struct MergeJSON {
  let text: String

  init(_ report: MergeReport) {
    let members: JSONMembers = [
      ("from", .integer(Int64(report.fromVersion))), ("to", .integer(Int64(Diary.currentVersion))),
      ("new_diary", .boolean(report.isNewDiary)), ("stopped", .boolean(report.wasCancelled)),
      ("added", .counts(beers: report.addedBeers, photos: report.addedPhotos)),
      ("known", .counts(beers: report.knownBeers, photos: report.knownPhotos)),
      ("in_trash", .integer(Int64(report.addedBeersInTrash + report.knownBeersInTrash))),
      ("restored_photos", .integer(Int64(report.restoredPhotos))),
      ("warnings", .array(report.warnings.map(JSONValue.text))),
      ("seconds", .number((report.seconds * 1e6).rounded() / 1e6)),
    ]
    text = JSONWriter.text(of: members)
  }
}
