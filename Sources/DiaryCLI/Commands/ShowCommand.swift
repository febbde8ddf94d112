import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import Foundation
import Pictures
import Telemetry

struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show one beer with all its fields, or its first photo as a picture.",
    discussion: """
      --picture draws with half blocks in colours on a terminal that has them, otherwise in ASCII; a photo that cannot be \
      drawn is described.

      EXAMPLES:
        beerdiary show 12 --json
        beerdiary show Orval --picture --width 60
      """)

  @OptionGroup var options: StoreOptions

  @Argument(help: BeerReference.help, completion: .beers)
  var id: BeerReference

  @OptionGroup var output: OutputOptions
  @OptionGroup var screen: ScreenOptions

  @OptionGroup var pager: PagerOptions

  @Flag(name: .long, help: "Draw the beer's first photo in text instead.")
  var picture = false

  @Option(name: .long, help: ArgumentHelp("Columns of the picture, 1 to 500.", valueName: "columns"))
  var width: Int?

  func validate() throws {
    if picture, output.json { throw ValidationError("--picture and --json do not go together.") }
    guard let width else { return }
    if !picture { throw ValidationError("--width goes with --picture.") }
    guard 1...500 ~= width else { throw ValidationError("--width requires 1 to 500 columns.") }
  }

  func run() throws {
    let opened = try OpenedDiary(options, .reading)
    defer { opened.recorder.flush() }
    var detail = try id.resolve(in: opened.diary)
    let console = pager.console
    if picture {
      try draw(detail, opened.diary, on: console)
      return try console.finish()
    }
    detail.photos = try opened.diary.completed(detail.photos, withHashes: output.json)
    if output.json {
      var writer = JSONWriter(indentation: 2)
      BeerJSON(detail).write(to: &writer)
      console.write(writer.text + "\n")
    } else {
      PlainBeer(detail).write(to: console)
    }
    try console.finish()
  }

  private func draw(_ detail: BeerDetail, _ diary: Diary, on console: Console) throws {
    guard let photo = try diary.completed(Array(detail.photos.prefix(1)), withHashes: false).first else {
      return console.line("\(detail.title.capitalizedFirst) has no photo.")
    }
    let picture = TextPicture(on: console, columns: width, usesASCII: screen.ascii)
    let made = try diary.withImage(ofPhoto: photo.id) { image in
      Result { () throws(ThumbnailError) in try picture.thumbnail(of: image) }
    }
    switch made {
    // The sequences that colour the picture are the program's own.
    case .success(let thumbnail): for line in picture.lines(thumbnail) { console.write(line + "\n") }
    case .failure(let refusal): console.line("\(photo.metadata.long) (\(refusal))")
    case nil: console.line("\(photo.metadata.long)")
    }
  }
}
