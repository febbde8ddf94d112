import ArgumentParser
import DiaryStore
import DiaryUI
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
    let opened = try OpenedDiary(options)
    defer { opened.recorder.flush() }
    // All beers are found before the first one goes.
    let details = try beers.map { try $0.resolve(in: opened.diary) }
    let change = try opened.diary.moveToTrash(details.map(\.beer.id))
    TrashReport(json: output.json, key: "removed").tell(change, else: "Already in the trash.")
  }
}

struct RestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Bring beers back from the trash, or the whole diary from a backup.",
    discussion: """
      Numbers and names are beers in the trash. A file, or what has a / or ends with .sqlite, is a backup that takes the \
      diary's place; the diary that was there is kept beside it, under a name that is told.

      EXAMPLES:
        beerdiary restore 12 "Old Rasputin"
        beerdiary list in:trash
        beerdiary restore --all
        beerdiary restore diary-2026-11-21.sqlite
      """)

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions

  @Argument(
    help: ArgumentHelp(
      "The beer's number, as `beerdiary list in:trash` shows it, its uuid, or its name where no other in the trash has it; or the file of a backup.",
      valueName: "beer-or-file"))
  var what: [BeerReference] = []

  @Flag(name: .long, help: "Everything that is in the trash.")
  var all = false

  /// The backup that is meant; `nil` for beers.
  private var file: String? {
    guard what.count == 1, let text = what.first?.text, Int64(text) == nil else { return nil }
    let isPath =
      text.contains("/") || text.hasSuffix(".sqlite") || FileManager.default.fileExists(atPath: text)
    return isPath ? text : nil
  }

  func validate() throws {
    guard what.isEmpty == all else {
      throw ValidationError("Name the beers or the file of a backup, or use --all.")
    }
  }

  func run() throws {
    if let file { return try BackupReturn(file: file, json: output.json).run(options) }
    let opened = try OpenedDiary(options)
    defer { opened.recorder.flush() }
    let numbers =
      all
      ? try opened.diary.beersInTrash()
      : try what.map { try $0.resolve(in: opened.diary, isInTrash: true).beer.id }
    TrashReport(json: output.json, key: "restored").tell(
      try opened.diary.restore(numbers), else: "Nothing of that is in the trash.")
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
