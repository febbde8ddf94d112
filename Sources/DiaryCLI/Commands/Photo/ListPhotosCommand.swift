import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore

struct ListPhotosCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List a beer's photos in their order.",
    discussion: """
      With --json an array with what `show --json` tells of each photo, its SHA-256 included; order counts from 0. \
      Removed photos are told with the place that they had.

      EXAMPLES:
        beerdiary photo list 12
        beerdiary photo list Orval --removed
        beerdiary photo list Orval --json | jq '.[].sha256'
      """)

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions

  @Flag(name: .long, help: "The photos that were taken off the beer, the last one first.")
  var removed = false

  @Argument(help: BeerReference.help, completion: .beers)
  var beer: BeerReference

  func run(in context: CommandContext) throws {
    try context.withDiary(options, .reading) { diary in
      let detail = try beer.resolve(in: diary)
      let listed = removed ? try diary.removedPhotos(ofBeer: detail.beer.id).map(\.photo) : detail.photos
      let photos = try diary.completed(listed, withHashes: output.json)
      context.report(output, json: JSONText.of(.array(photos.map { .object(PhotoJSON($0).object) }))) {
        if photos.isEmpty {
          $0.line("\(detail.title.capitalizedFirst) has no \(removed ? "removed " : "")photo.")
        }
        let text = PlainPhoto()
        for (index, photo) in photos.enumerated() {
          $0.line((removed ? "\(index + 1): " : "") + text.line(photo))
        }
      }
    }
  }
}
