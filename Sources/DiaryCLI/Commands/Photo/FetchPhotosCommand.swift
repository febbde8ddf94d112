import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import Interchange
import Sync

struct FetchPhotosCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "fetch", abstract: "Get missing images of a beer from the store for synchronizing.",
    discussion: """
      With `sync.photos` set to `recent`, older images stay in the store that `beerdiary sync` uses. This command gets \
      the images of a beer, or of one of its photos, and exchanges nothing else. They stay in the diary. If the store \
      does not have an image, the others are still received, and the exit status is not 0.

      EXAMPLES:
        beerdiary photo fetch 12
        beerdiary photo fetch Orval last
      """)

  static let json: JSONType = .object("fetched_photos")
  static let exitStatuses: [ExitStatus] = [.unavailable]

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions

  @Argument(help: BeerReference.help, completion: .beers)
  var beer: BeerReference

  @Argument(
    help: ArgumentHelp(
      "The photo number from 1, or first or last. Default: all photos of the beer.", valueName: "number"),
    completion: .photos)
  var photo: PhotoNumber?

  func run(in context: CommandContext) throws {
    try context.withDiary(options, .changing) { diary in
      let detail = try beer.resolve(in: diary, dates: context.dates)
      let chosen = try photo.map { [try $0.photo(of: detail)] } ?? detail.photos
      let missing = Set(chosen.filter(\.metadata.isMissing).map(\.id))
      let reporter = SyncReporter(context: context, options: options, diary: diary)
      let report = missing.isEmpty ? nil : try reporter.fetchImages(ofPhotos: missing)
      let photos = try diary.addingMetadata(
        to: try diary.beer(detail.beer.id)?.photos ?? [], includingHashes: false)
      context.reportDone(output, json: json(detail, photos, received: report?.receivedImages ?? 0)) {
        for sentence in sentences(chosen, of: detail, report) { $0.line(sentence) }
      }
      let stillMissing = photos.filter { missing.contains($0.id) && $0.metadata.isMissing }
      if !stillMissing.isEmpty {
        throw failure(stillMissing, of: detail, isDamaged: report?.damaged.isEmpty == false)
      }
    }
  }

  private func json(_ detail: BeerDetail, _ photos: [Photo], received count: Int) -> String {
    let members: JSONMembers = [
      ("beer", .integer(detail.beer.id)), ("received_images", .integer(Int64(count))),
      ("photos", .array(photos.map { JSONValue(PhotoJSON($0).members) })),
    ]
    return JSONText.of(members)
  }

  /// Returns what was received, or that nothing was missing, or that the beer has no photos.
  ///
  /// - Parameter report: `nil` if nothing was missing.
  private func sentences(_ chosen: [Photo], of detail: BeerDetail, _ report: SyncReport?) -> [String] {
    if let report { return SyncText.received(changes: 0, images: report.receivedImages) }
    guard let first = chosen.first else { return ["\(detail.title.capitalizedFirst) has no photos."] }
    if photo == nil { return ["No image of \(detail.title) is missing."] }
    return ["The image of photo \(first.order + 1) of \(detail.title) is not missing."]
  }

  /// Returns the error for photos whose images could not be received, with advice on how to get them.
  private func failure(_ photos: [Photo], of detail: BeerDetail, isDamaged: Bool) -> CommandFailure {
    let isOne = photos.count == 1
    let numbers = photos.map { NumberText.count($0.order + 1) }.joined(separator: ", ")
    let images = "\(isOne ? "the image of photo" : "the images of photos") \(numbers) of \(detail.title)"
    let it = isOne ? "it" : "them"
    if isDamaged {
      return CommandFailure(
        sentence: """
          The store has no intact copy of \(images). Use `beerdiary sync repair` on a device that has \(it).
          """, status: .badData)
    }
    return CommandFailure(
      sentence: """
        The store does not have \(images). A device that has \(it) stores \(it) with its next synchronization.
        """, status: .noInput)
  }
}
