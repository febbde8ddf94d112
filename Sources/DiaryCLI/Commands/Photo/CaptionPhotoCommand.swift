import ArgumentParser
import DiaryModel
import DiaryStore
import DiaryText

struct CaptionPhotoCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "caption", abstract: "Set or remove the caption of a photo.",
    discussion: """
      EXAMPLES:
        beerdiary photo caption 12 1 "At the brewery"
        beerdiary photo caption 12 1 ""
      """)

  static let json: JSONType = .object("beer_photos")

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions

  @Argument(help: BeerReference.help, completion: .beers)
  var beer: BeerReference

  @Argument(help: PhotoNumber.help, completion: .photos)
  var photo: PhotoNumber

  @Argument(help: "The caption; \"\" removes it.")
  var text: String

  func run(in context: CommandContext) throws {
    try context.withDiary(options, .changing) { diary in
      let detail = try beer.resolve(in: diary, dates: context.dates)
      let photo = try photo.photo(of: detail)
      let caption = BeerText.readable(text)
      let change = try context.reportingDiscardedValues(in: diary, options) {
        try diary.setCaption(caption, ofPhoto: photo.id)
      }
      let name = "photo \(photo.order + 1) of \(detail.title)"
      try context.report(
        output, caption.map { "Set the caption of \(name): \($0)" } ?? "Removed the caption of \(name).",
        photosOf: detail, in: diary)
      context.warnIfUndoIsImpossible(change)
    }
  }
}
