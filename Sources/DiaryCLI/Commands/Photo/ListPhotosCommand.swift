import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import Telemetry

struct ListPhotosCommand: ParsableCommand {
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

  func run() throws {
    let opened = try OpenedDiary(options, .reading)
    defer { opened.recorder.flush() }
    let detail = try beer.resolve(in: opened.diary)
    let listed = removed ? try opened.diary.removedPhotos(ofBeer: detail.beer.id).map(\.photo) : detail.photos
    let photos = try opened.diary.completed(listed, withHashes: output.json)
    let console = Console.standardOutput
    if output.json {
      console.write(JSONText.of(.array(photos.map { .object(PhotoJSON($0).object) })))
    } else if photos.isEmpty {
      console.line("\(detail.title.capitalizedFirst) has no \(removed ? "removed " : "")photo.")
    } else if removed {
      let text = PlainPhoto()
      for (index, photo) in photos.enumerated() { console.line("\(index + 1): \(text.line(photo))") }
    } else {
      let text = PlainPhoto()
      for photo in photos { console.line(text.line(photo)) }
    }
    console.flush()
  }
}
