import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import Foundation
import Pictures

struct ShowCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show all fields of a beer, or draw its first photo.",
    discussion: """
      --picture draws the photo with colored half blocks if the terminal supports them, otherwise in ASCII. A photo \
      that cannot be drawn is described.

      EXAMPLES:
        beerdiary show 12 --json
        beerdiary show Orval --picture --width 60
      """)

  @OptionGroup var options: StoreOptions

  @Argument(help: BeerReference.help, completion: .beers)
  var id: BeerReference

  @OptionGroup var output: OutputOptions
  @OptionGroup var characters: CharacterOptions

  @OptionGroup var pager: PagerOptions

  @Flag(name: .long, help: "Draw the beer's first photo instead.")
  var picture = false

  @Option(
    name: .long, help: ArgumentHelp("Width of the picture in columns, from 1 to 500.", valueName: "columns"))
  var width: Int?

  func validate() throws {
    if picture, output.json { throw ValidationError("--picture cannot be combined with --json.") }
    guard let width else { return }
    if !picture { throw ValidationError("--width requires --picture.") }
    guard 1...500 ~= width else {
      throw ValidationError("--width requires a number of columns from 1 to 500.")
    }
  }

  func run(in context: CommandContext) throws {
    try context.withDiary(options, .reading) { diary in
      var detail = try id.resolve(in: diary)
      let console = context.output(pager)
      if picture { return try draw(detail, diary, on: console, context.environment) }
      detail.photos = try diary.addingMetadata(to: detail.photos, includingHashes: output.json)
      context.report(output, json: BeerJSON(detail).text) { PlainBeer(detail).write(to: $0) }
    }
  }

  private func draw(_ detail: BeerDetail, _ diary: Diary, on console: Console, _ environment: Environment)
    throws
  {
    guard
      let photo = try diary.addingMetadata(to: Array(detail.photos.prefix(1)), includingHashes: false).first
    else {
      return console.line("\(detail.title.capitalizedFirst) has no photos.")
    }
    let picture = TextPicture(on: console, environment, columns: width, usesASCII: characters.ascii)
    let made = try diary.withImage(ofPhoto: photo.id) { image in
      Result { () throws(ThumbnailError) in try picture.thumbnail(of: image) }
    }
    switch made {
    // The color sequences come from this program, so they are not sanitized.
    case .success(let thumbnail): for line in picture.lines(thumbnail) { console.write(line + "\n") }
    case .failure(let refusal): console.line("\(photo.metadata.long) (\(refusal))")
    case nil: console.line("\(photo.metadata.long)")
    }
  }
}
