import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import Foundation
import Interchange
import Pictures

struct ShowCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show all fields of a beer, or draw its first photo.",
    discussion: """
      --picture draws the photo with colored blocks if the terminal supports them, otherwise in ASCII. A photo \
      that cannot be drawn is described, and with the setting pictures.mode = "words" every photo is. If all beers with a name have the same label, the newest one is shown.

      EXAMPLES:
        beerdiary show 12 --json
        beerdiary show Purple Haze
        beerdiary show Orval --picture --width 60
      """)

  static let json: JSONType = .object("beer")

  @OptionGroup var options: StoreOptions

  @Argument(help: BeerReference.help, completion: .beers)
  var words: [String]

  @OptionGroup var output: OutputOptions
  @OptionGroup var characters: CharacterOptions
  @OptionGroup var colors: ColorOptions

  @OptionGroup var pager: PagerOptions

  @Flag(name: .long, help: "Draw the beer's first photo instead.")
  var picture = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Width of the picture in columns, from 1 to 500. Default: that of the terminal, at most 80.",
      valueName: "columns"))
  var width: Int?

  func validate() throws {
    _ = try BeerReference(words)
    if picture, output.json { throw ValidationError("--picture cannot be combined with --json.") }
    guard let width else { return }
    if !picture { throw ValidationError("--width requires --picture.") }
    guard 1...500 ~= width else {
      throw ValidationError("--width requires a number of columns from 1 to 500.")
    }
  }

  func run(in context: CommandContext) throws {
    let id = try BeerReference(words)
    try context.withDiary(options, .reading) { diary in
      let newest = try id.newestOfOneLabel(in: diary)
      var detail = try newest?.beer ?? id.resolve(in: diary, dates: context.dates)
      let console = context.output(pager)
      if picture { return try draw(detail, diary, on: console, context) }
      detail.photos = try diary.addingMetadata(to: detail.photos, includingHashes: output.json)
      try context.report(output, json: BeerJSON.text(detail)) { console in
        let dates = context.dates
        PlainBeer(detail, label: try labelText(of: detail, diary, dates), dates: dates).write(to: console)
        if let newest {
          console.line()
          console.line(sentence(about: newest.count, named: id.text))
        }
      }
    }
  }

  /// Returns which time of its label a beer was; `nil` if it was the only one.
  private func labelText(of detail: BeerDetail, _ diary: Diary, _ dates: DateText) throws -> String? {
    guard let uuid = detail.label?.uuid, let label = try diary.label(uuid: uuid) else { return nil }
    let position = try diary.positionInLabel(ofBeer: detail.beer.id)
    if label.history.times < (position == nil ? 1 : 2) { return nil }
    return LabelText.position(position, in: label.history, dates: dates)
  }

  private func sentence(about count: Int, named name: String) -> String {
    let filter = BeerFilter([[.init(.exactly(.name, name))]])
    return "This is the newest of \(NumberText.count(count)) beers named “\(name)”. List them with "
      + "\(options.suggestion("list", filter.description))."
  }

  private func draw(_ detail: BeerDetail, _ diary: Diary, on console: Console, _ context: CommandContext)
    throws
  {
    guard
      let photo = try diary.addingMetadata(to: Array(detail.photos.prefix(1)), includingHashes: false).first
    else {
      return console.line("\(detail.title.capitalizedFirst) has no photos.")
    }
    guard context.drawsPictures else { return console.line(PlainPhoto(dates: context.dates).line(photo)) }
    let picture = TextPicture(
      on: console, context.environment, columns: width, usesASCII: characters.ascii,
      usesColor: colors.usesColor(on: console, context.environment))
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
