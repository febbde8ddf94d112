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
  var sentence: String { outcome("Added", "restored") + advice }

  /// What a merge would do, in two sentences.
  var plan: String { outcome("Would add", "restore") + " Nothing was changed." + advice }

  private func outcome(_ add: String, _ restore: String) -> String {
    let text = MergeText(report)
    let added = "\(add) \(text.addition)"
    if report.isNewDiary { return "\(added) to a new diary, \(diary)." }
    let parts = [added, text.restored.map { "\(restore) \($0)" }, text.known].compactMap(\.self)
    return parts.joined(separator: ", ") + "."
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

  init(_ report: MergeReport, isDryRun: Bool = false) {
    var members: JSONMembers = [
      ("from", .integer(Int64(report.fromVersion))), ("to", .integer(Int64(Diary.currentVersion))),
      ("new_diary", .boolean(report.isNewDiary)), ("stopped", .boolean(report.wasCancelled)),
      ("added", .counts(beers: report.addedBeers, photos: report.addedPhotos)),
      ("known", .counts(beers: report.knownBeers, photos: report.knownPhotos)),
      ("in_trash", .integer(Int64(report.addedBeersInTrash + report.knownBeersInTrash))),
      ("restored_photos", .integer(Int64(report.restoredPhotos))),
      ("warnings", .array(report.warnings.map(JSONValue.text))),
      ("seconds", .number((report.seconds * 1e6).rounded() / 1e6)),
    ]
    if isDryRun { members.append(("dry_run", .boolean(true))) }
    text = JSONWriter.text(of: members)
  }
}
