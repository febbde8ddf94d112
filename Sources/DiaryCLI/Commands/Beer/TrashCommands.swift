import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import Foundation
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
  @OptionGroup var output: OutputOptions

  @Argument(help: BeerReference.help, completion: .beers)
  var beers: [BeerReference]

  func run() throws {
    let opened = try OpenedDiary(options, .changing)
    defer { opened.recorder.flush() }
    // All beers are found before the first one goes.
    let details = try beers.map { try $0.resolve(in: opened.diary) }
    let change = try opened.diary.moveToTrash(details.map(\.beer.id))
    TrashReport(json: output.json, key: "removed").tell(change, else: "Already in the trash.")
  }
}

struct RestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Bring beers back from the trash.",
    discussion: """
      The whole diary comes back from a backup with `beerdiary backup restore`.

      EXAMPLES:
        beerdiary restore 12 "Old Rasputin"
        beerdiary list in:trash
        beerdiary restore --all
      """)

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions

  @Argument(
    help: ArgumentHelp(
      "The beer's number, as `beerdiary list in:trash` shows it, its uuid, or its name if no other in the trash has it.",
      valueName: "beer"), completion: .beersInTrash)
  var beers: [BeerReference] = []

  @Flag(name: .long, help: "Everything that is in the trash.")
  var all = false

  func validate() throws {
    guard beers.isEmpty == all else { throw ValidationError("Name the beers, or use --all.") }
  }

  func run() throws {
    let opened = try OpenedDiary(options, .changing)
    defer { opened.recorder.flush() }
    let numbers =
      all
      ? try opened.diary.beersInTrash()
      : try beers.map { try number(of: $0, in: opened.diary) }
    TrashReport(json: output.json, key: "restored").tell(
      try opened.diary.restore(numbers), else: all ? "The trash is empty." : "Not in the trash.")
  }

  private func number(of reference: BeerReference, in diary: Diary) throws -> Int64 {
    do {
      return try reference.resolve(in: diary, isInTrash: true).beer.id
    } catch ChangeError.noSuchBeer(let name) where FileManager.default.fileExists(atPath: name) {
      throw CommandFailure(
        sentence: "No beer in the trash is called \(name); a backup is restored with "
          + "\(options.suggestion("backup", "restore", name)).", status: .noInput)
    }
  }
}

/// Says which beers went to the trash or came back from it.
private struct TrashReport {
  let json: Bool
  /// What JSON calls them.
  let key: String

  func tell(_ change: DiaryChange?, else nothing: String) {
    let console = Console.standardOutput
    if json {
      console.write(JSONText.of(.object([key: .array(beers(change).map(JSONValue.integer))])))
    } else {
      console.line(change.map { ChangeText.done($0) } ?? nothing)
    }
    console.flush()
  }

  private func beers(_ change: DiaryChange?) -> [Int64] {
    switch change {
    case .trashed(let beers): beers
    case .restored(let beers): beers.map(\.beer)
    default: []
    }
  }
}
