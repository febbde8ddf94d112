import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import DiaryUpkeep
import Foundation
import Pictures

struct ListBackupsCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the dated backups of the diary.",
    discussion: """
      Lists the backups in the folder “backups” next to the diary, the newest first. Every backup is checked before it \
      gets its name; “checked” means that its file has not been changed since. “before a restore” is the diary that \
      `beerdiary backup restore` has replaced and kept.

      EXAMPLE:
        beerdiary backup list --json | jq -r 'map(select(.checked))[0].path'
      """)

  static let json: JSONType = .array(.object("dated_backup"))

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: ListOutputOptions
  @OptionGroup var limitation: LimitOptions

  func run(in context: CommandContext) throws {
    context.recorder(options)
    let folder = BackupFolder(ofStore: context.path(options))
    let all = folder.backups()
    let backups = limitation.limited(all)
    context.report(output, backups, json: \.members) {
      if all.isEmpty {
        context.reportEmpty(
          "There are no backups in \(folder.path). Make one with \(options.suggestion("backup")).")
      }
      let dates = context.dates
      for line in TextTable.lines(backups.map { $0.cells(dates) }) { $0.line(line) }
    }
  }
}

extension DatedBackup {
  /// The backup as cells of a table.
  func cells(_ dates: DateText) -> [String] {
    let date = DiaryDate(time.text).map(dates.shortWithTime) ?? time.text
    let state = isPreviousDiary ? "before a restore" : isAsChecked ? "checked" : "changed since"
    return [date, ByteCountText.text(bytes), contents, state, path]
  }

  private var contents: String {
    if let beers { return NumberText.count(beers, "beer") }
    return version.map { "version \($0)" } ?? "not a diary"
  }

  fileprivate var members: JSONMembers {
    [
      ("path", .text(path)), ("date", .text(time.text)), ("bytes", .init(bytes)), ("beers", .init(beers)),
      ("version", .init(version)), ("checked", .boolean(isAsChecked)),
      ("before_restore", .boolean(isPreviousDiary)),
    ]
  }
}
