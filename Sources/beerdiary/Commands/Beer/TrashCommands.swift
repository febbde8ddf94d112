import ArgumentParser
import DiaryStore
import DiaryUI
import Telemetry

struct RemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Move beers to the trash.",
    discussion: """
      Nothing is deleted: `beerdiary restore` brings them back, with their photos, until the trash is emptied.

      EXAMPLE:
        beerdiary remove 12 13
      """)

  @OptionGroup var options: StoreOptions

  @Argument(help: BeerReference.help)
  var beers: [BeerReference]

  func run() throws {
    let opened = try OpenedDiary(options)
    defer { opened.recorder.flush() }
    // All beers are found before the first one goes.
    let details = try beers.map { try $0.resolve(in: opened.diary) }
    let change = try opened.diary.moveToTrash(details.map(\.beer.id))
    TrashReport.tell(change, else: "Already in the trash.")
  }
}

struct RestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Bring beers back from the trash, or the whole diary from a backup.",
    discussion: """
      Numbers are beers in the trash; anything else is the file of a backup, which takes the diary's place. The diary \
      that was there is kept beside it, under a name that is told. A file whose name is a number is written ./12.

      EXAMPLES:
        beerdiary restore 12 13
        beerdiary restore --all
        beerdiary restore diary-2026-11-21.sqlite
      """)

  @OptionGroup var options: StoreOptions

  @Argument(
    help: ArgumentHelp("The beers' numbers, or the file of a backup.", valueName: "number-or-file"))
  var what: [String] = []

  @Flag(name: .long, help: "Everything that is in the trash.")
  var all = false

  private var numbers: [Int64] { what.compactMap { Int64($0) } }
  /// The backup that is meant; `nil` for beers.
  private var file: String? { what.count == 1 && numbers.isEmpty ? what.first : nil }

  func validate() throws {
    guard what.isEmpty == all else {
      throw ValidationError("Name the beers by their numbers or the file of a backup, or use --all.")
    }
    guard file?.isEmpty != true, file != nil || numbers.count == what.count else {
      throw ValidationError("restore wants numbers of beers, or the file of one backup.")
    }
  }

  func run() throws {
    if let file { return try BackupReturn(file: file).run(options) }
    let opened = try OpenedDiary(options)
    defer { opened.recorder.flush() }
    let ids = all ? try opened.diary.beersInTrash() : numbers
    for number in numbers where try opened.diary.beer(number) == nil {
      throw DiaryError.noSuchBeer(String(number))
    }
    TrashReport.tell(try opened.diary.restore(ids), else: "Nothing of that is in the trash.")
  }
}

private enum TrashReport {
  static func tell(_ change: DiaryChange?, else nothing: String) {
    let console = Console.standardOutput
    console.line(change.map(ChangeText.done) ?? nothing)
    console.flush()
  }
}
