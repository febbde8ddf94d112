import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import Foundation

struct RemoveCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Move beers to the trash.",
    discussion: """
      Nothing is deleted: `beerdiary restore` restores the beers with their photos until you empty the trash.

      EXAMPLE:
        beerdiary remove 12 13
      """)

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions

  @Argument(help: BeerReference.help, completion: .beers)
  var beers: [BeerReference]

  func run(in context: CommandContext) throws {
    try context.withDiary(options, .changing) { diary in
      // All beers are resolved before the first one is moved.
      let details = try beers.map { try $0.resolve(in: diary) }
      let change = try diary.moveToTrash(details.map(\.beer.id))
      context.report(output, "removed", change, unchanged: "Already in the trash. Nothing was changed.")
    }
  }
}

struct RestoreCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Restore beers from the trash.",
    discussion: """
      To restore a whole diary from a backup, use `beerdiary backup restore`.

      EXAMPLES:
        beerdiary restore 12 "Old Rasputin"
        beerdiary list in:trash
        beerdiary restore --all
      """)

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions

  @Argument(
    help: ArgumentHelp(
      "The beer's id from `beerdiary list in:trash`, its uuid, or its name if no other beer in the trash has it.",
      valueName: "beer"), completion: .beersInTrash)
  var beers: [BeerReference] = []

  @Flag(name: .long, help: "Restore all beers in the trash.")
  var all = false

  func validate() throws {
    if all, !beers.isEmpty {
      throw ValidationError("--all cannot be combined with names. Use one of them.")
    }
    guard beers.isEmpty == all else { throw ValidationError("Name the beers to restore, or use --all.") }
  }

  func run(in context: CommandContext) throws {
    try context.withDiary(options, .changing) { diary in
      let ids = try all ? diary.beersInTrash() : beers.map { try id(of: $0, in: diary) }
      let change = try diary.restore(ids)
      context.report(
        output, "restored", change,
        unchanged: all ? "The trash is empty." : "Not in the trash. Nothing was changed.")
    }
  }

  private func id(of reference: BeerReference, in diary: Diary) throws -> Int64 {
    do {
      return try reference.resolve(in: diary, isInTrash: true).beer.id
    } catch ChangeError.noSuchBeer(let name) where FileManager.default.fileExists(atPath: name) {
      throw CommandFailure(
        sentence: "There is no beer \(name) in the trash. To restore a backup, use "
          + "\(options.suggestion("backup", "restore", name)).", status: .noInput)
    }
  }
}

extension CommandContext {
  /// Prints which beers were moved to the trash or restored.
  ///
  /// - Parameter key: The JSON key for the beers' ids.
  fileprivate func report(
    _ options: OutputOptions, _ key: String, _ change: DiaryChange?, unchanged: String
  ) {
    let beers: [Int64] =
      switch change {
      case .trashed(let beers): beers
      case .restored(let beers): beers.map(\.beer)
      default: []
      }
    report(options, json: JSONText.of([(key, .array(beers.map(JSONValue.integer)))])) {
      $0.line(change.map { ChangeText.done($0) } ?? unchanged)
    }
  }
}
