import ArgumentParser
import DiaryModel
import DiaryStore
import DiaryText
import Telemetry

struct CaptionPhotoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "caption", abstract: "Write under a photo, or take away what is written there.",
    discussion: """
      EXAMPLES:
        beerdiary photo caption 12 1 "At the brewery"
        beerdiary photo caption 12 1 ""
      """)

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions

  @Argument(help: BeerReference.help, completion: .beers)
  var beer: BeerReference

  @Argument(help: PhotoNumber.help, completion: .photos)
  var photo: PhotoNumber

  @Argument(help: "What to write; nothing (\"\") takes the caption away.")
  var text: String

  func run() throws {
    let opened = try OpenedDiary(options, .changing)
    defer { opened.recorder.flush() }
    let detail = try beer.resolve(in: opened.diary)
    let photo = try photo.photo(of: detail)
    let caption = BeerText.readable(text)
    _ = try opened.diary.setCaption(caption, ofPhoto: photo.id)
    let name = "Photo \(photo.order + 1) of \(detail.title)"
    try PhotoConfirmation(json: output.json).tell(
      caption.map { "\(name): \($0)" } ?? "\(name) has no caption now.", photosOf: detail, in: opened.diary)
  }
}
