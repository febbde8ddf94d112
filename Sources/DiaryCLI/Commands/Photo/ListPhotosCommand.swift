import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import Interchange

struct ListPhotosCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the photos of a beer.",
    discussion: """
      Photos are listed in their order, with the numbers that the other photo commands take. Removed photos are listed \
      with numbers of their own, which only `beerdiary photo restore` takes, and with their former positions. With \
      --json, prints an array with the photos as in `beerdiary show --json`; "number" is the (former) position.

      EXAMPLES:
        beerdiary photo list 12
        beerdiary photo list Orval --removed
        beerdiary photo list Orval --json | jq '.[].sha256'
      """)

  static let json: JSONType = .array(.object("photo"))

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: ListOutputOptions

  @Flag(name: .long, help: "List removed photos instead, the last removed first.")
  var removed = false

  @Argument(help: BeerReference.help, completion: .beers)
  var beer: BeerReference

  func run(in context: CommandContext) throws {
    try context.withDiary(options, .reading) { diary in
      let detail = try beer.resolve(in: diary, dates: context.dates)
      let listed = removed ? try diary.removedPhotos(ofBeer: detail.beer.id).map(\.photo) : detail.photos
      let photos = try diary.addingMetadata(to: listed, includingHashes: output.json)
      context.report(output, photos, json: { PhotoJSON($0).members }) {
        if photos.isEmpty {
          context.reportEmpty("\(detail.title.capitalizedFirst) has no \(removed ? "removed " : "")photos.")
        }
        let text = PlainPhoto(dates: context.dates)
        for (index, photo) in photos.enumerated() {
          $0.line(removed ? text.line(photo, removedAs: index + 1) : text.line(photo))
        }
      }
    }
  }
}
