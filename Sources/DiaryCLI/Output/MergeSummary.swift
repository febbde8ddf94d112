import DiaryModel
import DiaryStore
import DiaryText
import DiaryUpkeep

/// Describes the result of `adopt`.
struct MergeSummary {
  private let report: MergeReport
  private let diary: String
  private let options: StoreOptions

  /// Creates the summary of a merge into a diary.
  ///
  /// - Parameters:
  ///   - diary: The diary's file.
  ///   - options: The options of the diary, which a suggested command repeats.
  init(_ report: MergeReport, diary: String, _ options: StoreOptions) {
    self.report = report
    self.diary = diary
    self.options = options
  }

  /// The result in one sentence.
  var sentence: String {
    let beers =
      NumberText.count(report.addedBeers, "beer")
      + Self.trashNote(count: report.addedBeersInTrash, total: report.addedBeers)
    let added = "Added \(beers) and \(NumberText.count(report.addedPhotos, "photo"))"
    if report.isNewDiary { return "\(added) to a new diary, \(diary)." }
    var parts = [added]
    if report.restoredPhotos > 0 {
      parts.append("restored \(NumberText.count(report.restoredPhotos, "missing photo"))")
    }
    if report.knownBeers > 0 {
      parts.append(
        "\(NumberText.count(report.knownBeers, "beer")) already in the diary"
          + Self.trashNote(count: report.knownBeersInTrash, total: report.knownBeers))
    }
    return parts.joined(separator: ", ") + "." + advice
  }

  /// Returns a note such as ` (2 in the trash)` to follow the number of beers; empty if none are.
  private static func trashNote(count: Int, total: Int) -> String {
    if count == 0 { return "" }
    if count < total { return " (\(NumberText.count(count)) in the trash)" }
    if total == 1 { return " (in the trash)" }
    return " (all in the trash)"
  }

  /// Advice if all beers that were found are in the trash, for example because an earlier adoption was undone; empty
  /// otherwise.
  ///
  /// Begins with a space.
  private var advice: String {
    let areAllInTrash =
      report.knownBeers > 0 && report.knownBeersInTrash == report.knownBeers
      && report.addedBeersInTrash == report.addedBeers
    if !areAllInTrash { return "" }
    return " To restore everything in the trash, use \(options.suggestion("trash", "restore", "--all"))."
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
