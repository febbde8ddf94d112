import ArgumentParser
import DiaryModel
import DiaryStore
import DiaryText

struct CaptionPhotoCommand: Command {
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

  func run(in context: CommandContext) throws {
    try context.withDiary(options, .changing) { diary in
      let detail = try beer.resolve(in: diary)
      let photo = try photo.photo(of: detail)
      let caption = BeerText.readable(text)
      _ = try diary.setCaption(caption, ofPhoto: photo.id)
      let name = "Photo \(photo.order + 1) of \(detail.title)"
      try context.report(
        output, caption.map { "\(name): \($0)" } ?? "\(name) has no caption now.", photosOf: detail,
        in: diary)
    }
  }
}
