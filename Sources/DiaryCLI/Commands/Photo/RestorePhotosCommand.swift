import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText

struct RestorePhotosCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Restore removed photos of a beer.",
    discussion: """
      Without a number, restores the photo that was removed last. `beerdiary photo list --removed` lists removed photos \
      with their numbers. Emptying the trash deletes them.

      EXAMPLES:
        beerdiary photo restore Orval
        beerdiary photo restore 12 2 3
        beerdiary photo restore 12 --all
      """)

  static let json: JSONType = .object("beer_photos")

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions

  @Flag(name: .long, help: "Restore all removed photos of the beer.")
  var all = false

  @Argument(help: BeerReference.help, completion: .beers)
  var beer: BeerReference

  @Argument(
    help: ArgumentHelp("The numbers from `beerdiary photo list --removed`.", valueName: "number"),
    completion: .removedPhotos)
  var numbers: [Int] = []

  func validate() throws {
    if all, !numbers.isEmpty {
      throw ValidationError("--all cannot be combined with photo numbers. Use one of them.")
    }
  }

  func run(in context: CommandContext) throws {
    try context.withDiary(options, .changing) { diary in
      let detail = try beer.resolve(in: diary, dates: context.dates)
      let changes = try diary.restorePhotos(try chosen(diary, detail))
      try context.report(
        output, "Restored \(NumberText.count(changes.count, "photo")) of \(detail.title).",
        photosOf: detail, in: diary)
    }
  }

  private func chosen(_ diary: Diary, _ detail: BeerDetail) throws -> [RemovedPhoto] {
    let removed = try diary.removedPhotos(ofBeer: detail.beer.id)
    if removed.isEmpty { throw missing("\(detail.title.capitalizedFirst) has no removed photos.") }
    if all { return removed.removedByUser }
    return try Set(numbers.isEmpty ? [1] : numbers).sorted().map { number in
      guard removed.indices.contains(number - 1) else {
        throw missing(
          "\(detail.title.capitalizedFirst) has no removed photo \(number). See `beerdiary photo list --removed`."
        )
      }
      return removed[number - 1]
    }
  }

  private func missing(_ sentence: String) -> CommandFailure {
    CommandFailure(sentence: sentence, status: .noInput)
  }
}
