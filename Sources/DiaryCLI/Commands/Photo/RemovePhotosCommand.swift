import ArgumentParser
import DiaryModel
import DiaryStore
import DiaryText

struct RemovePhotosCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove photos from a beer.",
    discussion: """
      `beerdiary photo restore` restores them until you empty the trash. The numbers are those before any photo is removed.

      EXAMPLES:
        beerdiary photo remove 12 2
        beerdiary photo remove Orval 1 3 last
      """)

  static let json: JSONType = .object("beer_photos")

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions

  @Argument(help: BeerReference.help, completion: .beers)
  var beer: BeerReference

  @Argument(
    help: ArgumentHelp("The photo numbers from 1, or first or last.", valueName: "number"),
    completion: .photos)
  var photos: [PhotoNumber]

  func run(in context: CommandContext) throws {
    try context.withDiary(options, .changing) { diary in
      let detail = try beer.resolve(in: diary, dates: context.dates)
      // All numbers are checked before the first photo is removed.
      let ids = Set(try photos.map { try $0.photo(of: detail).id })
      _ = try diary.removePhotos(ids.sorted())
      try context.report(
        output,
        """
        Removed \(NumberText.count(ids.count, "photo")) of \(detail.title); \
        \(NumberText.count(detail.photos.count - ids.count)) left.
        """, photosOf: detail, in: diary)
    }
  }
}
