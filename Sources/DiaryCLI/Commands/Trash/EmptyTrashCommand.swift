import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiarySync
import DiaryText
import Foundation

struct EmptyTrashCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "empty", abstract: "Permanently delete what is in the trash.",
    discussion: """
      Deletes the beers in the trash with their photos, and the photos that were removed from other beers. This cannot \
      be undone. Their changes are removed from `beerdiary log`, and without --older-than also beers whose addition you \
      have undone; with --yes, even if the trash is empty. You are asked to confirm it; without a terminal, use --yes.

      EXAMPLES:
        beerdiary trash empty
        beerdiary trash empty --older-than 30 --yes
      """)

  static let json: JSONType = .object("emptied_trash")

  private static let secondsPerDay = 86_400.0
  private static let maxDays = 36_500

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var confirmation: ConfirmationOptions
  @OptionGroup var dry: DryRunOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Only what has been in the trash for more than this many days, for example 30.", valueName: "days"))
  var olderThan: Int?

  func validate() throws {
    if let olderThan, !(0...Self.maxDays).contains(olderThan) {
      throw ValidationError("--older-than requires a number of days from 0 to \(Self.maxDays).")
    }
  }

  func run(in context: CommandContext) throws {
    let isReading = dry.dryRun
    let time = olderThan.map { Date(timeIntervalSinceNow: -Self.secondsPerDay * Double($0)) }
    try context.withDiary(options.readOnly(if: isReading), isReading ? .reading : .changing) { diary in
      let contents = try diary.contentsOfTrash(before: time)
      if isReading {
        let dryRun: JSONMembers = [("dry_run", .boolean(true))]
        let conflicts = try SyncSession.conflictCount(in: contents, of: diary)
        return context.report(output, json: JSONText.of(members(contents, conflicts: conflicts) + dryRun)) {
          $0.line("\(text(contents)) would be deleted. \(conflictText(conflicts))Nothing was changed.")
        }
      }
      if contents == EmptiedTrash() {
        // The log may have beers whose addition was undone, which no question names.
        if confirmation.yes { _ = try diary.emptyTrash(contents, before: time) }
        return context.reportDone(output, json: JSONText.of(members(contents, conflicts: 0))) {
          $0.line(nothingFound)
        }
      }
      let isConfirmed = try context.confirms(
        confirmation, orRefuse: "The trash was not emptied", advice: "Use --yes to empty it."
      ) {
        let conflicts = try SyncSession.conflictCount(in: contents, of: diary)
        return "Permanently delete \(text(contents))? \(conflictText(conflicts))This cannot be undone."
      }
      if !isConfirmed { return }
      let countBefore = conflictCount(contents, diary)
      let emptied = try context.allOrNothing { isCancelled in
        // What was moved to the trash while the question waited stays there.
        try diary.emptyTrash(contents, before: time, isCancelled: isCancelled)
      }
      // What was restored while the question waited keeps its conflicts.
      let conflicts = max(0, countBefore - conflictCount(contents, diary))
      let deleted =
        "Deleted \(text(emptied))." + (TrashText.deletedConflicts(conflicts).map { " " + $0 } ?? "")
      if output.json || !emptied.wasCancelled {
        let json = JSONText.of(members(emptied, conflicts: conflicts))
        context.reportDone(output, json: json) { $0.line(deleted) }
      }
      if emptied.wasCancelled {
        let rest = try diary.contentsOfTrash()
        throw context.cancelled("Stopped. \(deleted) Still in the trash: \(text(rest)).")
      }
    }
  }

  private var nothingFound: String {
    guard let olderThan else { return "The trash is empty." }
    return "Nothing has been in the trash for more than \(NumberText.count(olderThan, "day"))."
  }

  /// Returns a sentence about conflicts that would be deleted, followed by a space; empty if there are none.
  private func conflictText(_ count: Int) -> String {
    let command = options.suggestion("sync", "conflicts")
    return TrashText.conflicts(count, listedBy: command).map { $0 + " " } ?? ""
  }

  /// Returns the number of conflicts of what is in the trash; 0 if it cannot be read, which keeps nothing from being
  /// deleted.
  private func conflictCount(_ contents: EmptiedTrash, _ diary: Diary) -> Int {
    (try? SyncSession.conflictCount(in: contents, of: diary)) ?? 0
  }

  private func text(_ contents: EmptiedTrash) -> String {
    TrashText.contents(beers: contents.beers.count, photos: contents.photos.count)
  }

  private func members(_ contents: EmptiedTrash, conflicts: Int) -> JSONMembers {
    [
      ("beers", .integer(Int64(contents.beers.count))), ("photos", .integer(Int64(contents.photos.count))),
      ("conflicts", .integer(Int64(conflicts))), ("stopped", .boolean(contents.wasCancelled)),
    ]
  }
}
