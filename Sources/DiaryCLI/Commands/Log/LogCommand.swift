import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText

struct LogCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "List what was changed in the diary, the newest change first.",
    discussion: """
      Lists the changes of all programs and of the screen, with their numbers for `beerdiary undo`. The diary keeps the \
      last 1,000 changes, and at most 8 MB of them. Changes whose beers were permanently deleted are \
      not listed, and neither are `trash empty` and repairs. With --json, prints an array with one change per line.

      EXAMPLES:
        beerdiary log
        beerdiary log -n 10
        beerdiary log --reverse
        beerdiary log --json | jq '.[] | select(.undone) | .summary'
      """)

  static let json: JSONType = .array(.object("change"))

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: ListOutputOptions
  @OptionGroup var reversal: ReverseOptions
  @OptionGroup var limitation: LimitOptions
  @OptionGroup var pager: PagerOptions

  func run(in context: CommandContext) throws {
    let limit = limitation.limit ?? .max
    let newest = try context.withDiary(options, .reading) { diary in
      try diary.loggedChanges(limit: reversal.reverse ? .max : limit)
    }
    let changes = reversal.reverse ? limitation.limited(newest.reversed()) : newest
    let console = context.output(pager)
    if changes.isEmpty, limit > 0, !output.json { context.reportEmpty("No changes are in the log.") }
    context.report(output, changes, to: console, json: ChangeReport.members) { console in
      for line in TextTable.lines(changes.map { row($0, context) }) { console.line(line) }
    }
  }

  private func row(_ change: LoggedChange, _ context: CommandContext) -> [String] {
    [
      String(change.id), DiaryDate(change.changedAt).map(context.dates.shortWithTime) ?? change.changedAt,
      ChangeReport.state(change), ChangeText.logged(change),
    ]
  }
}
