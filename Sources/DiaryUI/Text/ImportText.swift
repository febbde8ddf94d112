import DiaryText
import Interchange

extension ImportText {
  /// `1,182 rows: 1,150 new, 30 in the diary already, 2 left out`.
  static func expected(_ counts: ImportNumbers) -> String {
    let new = counts.added == 0 ? "nothing new" : "\(NumberText.count(counts.added)) new"
    return NumberText.count(counts.rows, "row") + ": " + ([new] + others(counts)).joined(separator: ", ")
  }

  /// `3 beers and 2 photos`; photos only if there are some, and beers unless there are only photos.
  static func addition(_ counts: ImportNumbers) -> String {
    beersAndPhotos(counts.added, counts.photos)
  }

  static func done(_ outcome: ImportOutcome) -> String {
    let added = addition(outcome.counts) + " added"
    let all = ([added] + others(outcome.counts)).joined(separator: ", ") + "."
    return outcome.wasStopped ? "Stopped: " + all : all
  }

  /// What an import that the end of the program stopped has done, for the shell.
  package static func farewell(_ outcome: ImportOutcome) -> String {
    done(outcome) + (outcome.batch.map { " `beerdiary import --undo \($0)` undoes this." } ?? "")
  }

  private static func others(_ counts: ImportNumbers) -> [String] {
    [
      counts.known > 0 ? "\(NumberText.count(counts.known)) in the diary already" : nil,
      counts.repeated > 0 ? "\(NumberText.count(counts.repeated)) repeated" : nil,
      counts.rejected > 0 ? "\(NumberText.count(counts.rejected)) left out" : nil,
    ].compactMap { $0 }
  }
}
