import DiaryText
import Interchange

extension ImportText {
  /// Returns `1,182 rows: 1,150 new, 30 already in the diary, 2 skipped`.
  static func expected(_ counts: DisplayedImportCounts) -> String {
    let new = counts.added == 0 ? "nothing new" : "\(NumberText.count(counts.added)) new"
    return NumberText.count(counts.rows, "row") + ": " + ([new] + others(counts)).joined(separator: ", ")
  }

  /// Returns `3 beers and 2 photos`, or `3 decisions about labels` if the file has nothing else.
  ///
  /// Without photos if there are none, and without beers if there are only photos.
  static func addition(_ counts: DisplayedImportCounts) -> String {
    if counts.added + counts.photos == 0, counts.decisions > 0 {
      return NumberText.count(counts.decisions, "decision") + " about labels"
    }
    return beersAndPhotos(counts.added, counts.photos)
  }

  /// Returns a sentence such as `Added 3 beers and 2 photos, 30 already in the diary.`.
  static func done(_ outcome: ImportOutcome) -> String {
    let added = "Added " + addition(outcome.counts)
    let all = ([added] + others(outcome.counts)).joined(separator: ", ") + "."
    return outcome.wasStopped ? "Stopped. " + all : all
  }

  /// Returns what an import did that was stopped by the end of the program, for the shell.
  package static func exitMessage(_ outcome: ImportOutcome) -> String {
    done(outcome) + (discarded(outcome).map { " " + $0 } ?? "")
      + (outcome.importID.map { " To undo this import, use `beerdiary import undo \($0)`." } ?? "")
  }

  /// Returns a sentence about the values of other devices that an import has discarded; `nil` if there are none.
  static func discarded(_ outcome: ImportOutcome) -> String? {
    ChangeText.discarded(outcome.discarded, namesTitle: true)
  }

  /// Returns a sentence that says how to import other values of known beers, because the screen cannot; `nil` if the file
  /// has no such values.
  static func updateAdvice(_ counts: DisplayedImportCounts) -> String? {
    counts.differing > 0
      ? "To take these values, use `beerdiary import FILE --on-duplicate update`." : nil
  }

  private static func others(_ counts: DisplayedImportCounts) -> [String] {
    [
      counts.known > 0 ? "\(NumberText.count(counts.known)) already in the diary" : nil,
      counts.differing > 0 ? "\(NumberText.count(counts.differing)) of these with other values" : nil,
      counts.inTrash > 0 ? "\(NumberText.count(counts.inTrash)) of these in the trash" : nil,
      counts.repeated > 0 ? "\(NumberText.count(counts.repeated)) repeated" : nil,
      counts.rejected > 0 ? "\(NumberText.count(counts.rejected)) skipped" : nil,
    ].compactMap { $0 }
  }
}
