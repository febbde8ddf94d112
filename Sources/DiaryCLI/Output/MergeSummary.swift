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
    let added =
      "Added \(NumberText.count(report.addedBeers, "beer")) and \(NumberText.count(report.addedPhotos, "photo"))"
    if report.isNewDiary { return "\(added) to a new diary, \(diary)." }
    var parts = [added]
    if report.restoredPhotos > 0 {
      parts.append("restored \(NumberText.count(report.restoredPhotos, "missing photo"))")
    }
    if report.knownBeers > 0 {
      parts.append("\(NumberText.count(report.knownBeers, "beer")) already in the diary")
    }
    return parts.joined(separator: ", ") + "."
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
      ("restored_photos", .integer(Int64(report.restoredPhotos))),
      ("warnings", .array(report.warnings.map(JSONValue.text))),
      ("seconds", .number((report.seconds * 1e6).rounded() / 1e6)),
    ]
    text = JSONWriter.text(of: members)
  }
}
