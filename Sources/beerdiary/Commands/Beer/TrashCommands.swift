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
    commandName: "restore", abstract: "Bring beers back from the trash.",
    discussion: """
      EXAMPLES:
        beerdiary restore 12 13
        beerdiary restore --all
      """)

  @OptionGroup var options: StoreOptions

  @Argument(help: ArgumentHelp("The beers' numbers.", valueName: "number"))
  var beers: [Int64] = []

  @Flag(name: .long, help: "Everything that is in the trash.")
  var all = false

  func validate() throws {
    guard beers.isEmpty == all else {
      throw ValidationError("Name the beers by their numbers, or use --all.")
    }
  }

  func run() throws {
    let opened = try OpenedDiary(options)
    defer { opened.recorder.flush() }
    let numbers = all ? try opened.diary.beersInTrash() : beers
    for number in beers where try opened.diary.beer(number) == nil {
      throw DiaryError.noSuchBeer(String(number))
    }
    TrashReport.tell(try opened.diary.restore(numbers), else: "Nothing of that is in the trash.")
  }
}

private enum TrashReport {
  static func tell(_ change: DiaryChange?, else nothing: String) {
    let console = Console.standardOutput
    console.line(change.map { ChangeText.done($0) } ?? nothing)
    console.flush()
  }
}
