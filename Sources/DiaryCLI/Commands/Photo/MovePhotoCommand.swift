import ArgumentParser
import DiaryModel
import DiaryStore
import Telemetry

struct MovePhotoCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Move a photo to another position.",
    discussion: """
      The other photos of the beer move up or down. The first photo is the beer's thumbnail.

      EXAMPLES:
        beerdiary photo move 12 3 1
        beerdiary photo move Orval last first
      """)

  static let json: JSONType = .object("beer_photos")

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions

  @Argument(help: BeerReference.help, completion: .beers)
  var beer: BeerReference

  @Argument(help: PhotoNumber.help, completion: .photos)
  var photo: PhotoNumber

  @Argument(
    help: ArgumentHelp("The new position: a number from 1, or first or last.", valueName: "position"),
    completion: .photos)
  var position: PhotoNumber

  func run(in context: CommandContext) throws {
    try context.withDiary(options, .changing) { diary in
      let detail = try beer.resolve(in: diary, dates: context.dates)
      let from = try photo.index(in: detail)
      let to = try position.index(in: detail)
      let isMoved = try diary.movePhoto(detail.photos[from].id, to: to) != nil
      if isMoved { context.recorder(options).record(.photoMoved) }
      try context.report(
        output,
        isMoved
          ? "Moved photo \(from + 1) of \(detail.title) to position \(to + 1)."
          : "Photo \(from + 1) of \(detail.title) is already in this position.",
        photosOf: detail, in: diary)
    }
  }
}
