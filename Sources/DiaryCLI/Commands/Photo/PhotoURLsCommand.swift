import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore

struct PhotoURLsCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "urls", abstract: "Print the links to photos that beers do not have yet.",
    discussion: """
      The links are in custom fields named after photos, such as Untappd's photo_url. A link is listed until its beer \
      has a photo that was imported for it or, if it is the beer's only link, any photo. This program opens no \
      connection: a downloader of your choice fetches them, and importing the file again with --photos adds them to \
      their beers. With --json an array with the beer's id, the field and the url.

      EXAMPLES:
        beerdiary photo urls | wget -nc -i - -P photos
        beerdiary photo urls -has:photo --json
        beerdiary import untappd.csv --photos photos
      """)

  @OptionGroup var options: StoreOptions
  @OptionGroup var filter: FilterWords
  @OptionGroup var output: OutputOptions
  @OptionGroup var pager: PagerOptions

  func run(in context: CommandContext) throws {
    try filter.check()
    try context.withDiary(options, .reading) { diary in
      let query = BeerQuery(filter: try filter.filter(of: diary))
      let console = context.output(pager)
      if output.json {
        var links: [JSONValue] = []
        try diary.forEachMissingPhotoLink(query) { links.append(Self.json($0)) }
        console.write(JSONText.of(.array(links)))
      } else {
        var printed: Set<String> = []
        try diary.forEachMissingPhotoLink(query) { link in
          if printed.insert(link.url).inserted { console.line(link.url) }
        }
      }
    }
  }

  private static func json(_ link: PhotoLink) -> JSONValue {
    .object(["id": .integer(link.beer), "field": .text(link.field), "url": .text(link.url)])
  }
}
