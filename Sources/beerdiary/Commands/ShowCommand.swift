import ArgumentParser
import DiaryStore
import Foundation
import Telemetry
import Terminal

struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show one beer with all its fields and photos.",
    discussion: "EXAMPLE:\n  beerdiary show 12 --json")

  @OptionGroup var options: StoreOptions

  @Argument(
    help: ArgumentHelp("The beer's number, as `beerdiary list` shows it, or its uuid.", valueName: "id"))
  var id: String

  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard Int64(id) != nil || UUID(uuidString: id) != nil else {
      throw ValidationError(
        "\"\(id.safeForTerminal)\" is no beer's number; see the numbers with `beerdiary list`.")
    }
  }

  func run() throws {
    let opened = try OpenedDiary(options)
    defer { opened.recorder.flush() }
    guard var detail = try find(in: opened.diary) else { throw DiaryError.noSuchBeer(id) }
    detail.photos = try opened.diary.completed(detail.photos, withHashes: output.json)
    let console = Console.standardOutput
    if output.json {
      var writer = JSONWriter(indentation: 2)
      BeerJSON(detail).write(to: &writer)
      console.write(writer.text + "\n")
    } else {
      PlainBeer(detail).write(to: console)
    }
    console.flush()
  }

  private func find(in diary: Diary) throws -> BeerDetail? {
    if let number = Int64(id) { return try diary.beer(number) }
    return try UUID(uuidString: id).flatMap { try diary.beer(uuid: $0) }
  }
}
