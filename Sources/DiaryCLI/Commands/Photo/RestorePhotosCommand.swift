import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText

struct RestorePhotosCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Put photos back that were taken off a beer.",
    discussion: """
      Without a number it is the one that was taken off last. `photo list --removed` shows what can be put back, with \
      the numbers; when the trash is emptied they are gone.

      EXAMPLES:
        beerdiary photo restore Orval
        beerdiary photo restore 12 2 3
        beerdiary photo restore 12 --all
      """)

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions

  @Flag(name: .long, help: "All photos that were taken off the beer.")
  var all = false

  @Argument(help: BeerReference.help, completion: .beers)
  var beer: BeerReference

  @Argument(
    help: ArgumentHelp("The photos' numbers in `photo list --removed`, from 1.", valueName: "number"),
    completion: .removedPhotos)
  var numbers: [Int] = []

  func validate() throws {
    if all, !numbers.isEmpty { throw ValidationError("Name photos by their numbers, or use --all.") }
  }

  func run(in context: CommandContext) throws {
    try context.withDiary(options, .changing) { diary in
      let detail = try beer.resolve(in: diary)
      let changes = try diary.restorePhotos(try chosen(diary, detail))
      let verb = changes.count == 1 ? "is" : "are"
      try context.report(
        output, "\(NumberText.count(changes.count, "photo")) of \(detail.title) \(verb) back.",
        photosOf: detail, in: diary)
    }
  }

  private func chosen(_ diary: Diary, _ detail: BeerDetail) throws -> [RemovedPhoto] {
    let removed = try diary.removedPhotos(ofBeer: detail.beer.id)
    if removed.isEmpty { throw missing("\(detail.title.capitalizedFirst) has no photo to put back.") }
    if all { return removed }
    return try Set(numbers.isEmpty ? [1] : numbers).sorted().map { number in
      guard removed.indices.contains(number - 1) else {
        throw missing("There is no removed photo \(number) of \(detail.title); see `photo list --removed`.")
      }
      return removed[number - 1]
    }
  }

  private func missing(_ sentence: String) -> CommandFailure {
    CommandFailure(sentence: sentence, status: .noInput)
  }
}
