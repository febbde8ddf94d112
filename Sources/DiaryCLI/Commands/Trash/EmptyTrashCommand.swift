import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText

struct EmptyTrashCommand: AskingCommand {
  static let configuration = CommandConfiguration(
    commandName: "empty", abstract: "Permanently delete everything in the trash.",
    discussion: """
      Deletes the beers in the trash with their photos, and the photos that were removed from other beers. This cannot \
      be undone. You are asked to confirm it; without a terminal, use --yes.

      EXAMPLE:
        beerdiary trash empty
      """)

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var confirmation: ConfirmationOptions

  var input: InputOptions { confirmation.input }

  func run(in context: CommandContext) throws {
    try context.withDiary(options, .changing) { diary in
      guard try confirms(diary, context) else { return context.errors.line("Nothing was changed.") }
      let emptied = try diary.emptyTrash()
      let json: JSONMembers = [
        ("beers", .integer(Int64(emptied.beers.count))), ("photos", .integer(Int64(emptied.photos.count))),
      ]
      context.reportDone(output, json: JSONText.of(json)) {
        let photos =
          emptied.photos.isEmpty ? "" : " and \(NumberText.count(emptied.photos.count, "removed photo"))"
        $0.line("Deleted \(NumberText.count(emptied.beers.count, "beer"))\(photos).")
      }
    }
  }

  /// Returns whether the user confirms that everything is deleted.
  private func confirms(_ diary: Diary, _ context: CommandContext) throws -> Bool {
    if confirmation.yes { return true }
    guard context.canAsk else {
      throw CommandFailure(
        sentence: "The trash was not emptied: there is no terminal to ask on. Use --yes to empty it.",
        status: .usage)
    }
    let beers = NumberText.count(try diary.beersInTrash().count, "beer")
    return context.confirm(
      "Permanently delete \(beers) and all removed photos of other beers? This cannot be undone.")
  }
}
