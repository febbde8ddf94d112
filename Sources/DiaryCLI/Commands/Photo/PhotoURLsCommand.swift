import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore

struct PhotoURLsCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "urls", abstract: "Print links to photos that are not in the diary yet.",
    discussion: """
      The links are in custom fields for photos, such as Untappd's photo_url. A link is listed until its photo is \
      imported, or until the beer has any photo if it is the beer's only link. This program never connects to the \
      network: download the photos with another program, then import the file again with --photos. With --json, \
      prints an array of objects with id (the beer's), field, and url.

      EXAMPLES:
        beerdiary photo urls | wget -nc -i - -P photos
        beerdiary photo urls -has:photo --json
        beerdiary import untappd.csv --photos photos
      """)

  static let json: JSONType = .array(.object("photo_link"))

  @OptionGroup var options: StoreOptions
  @OptionGroup var filter: FilterWords
  @OptionGroup var output: ListOutputOptions
  @OptionGroup var limitation: LimitOptions
  @OptionGroup var pager: PagerOptions

  func run(in context: CommandContext) throws {
    try filter.check(in: context)
    try context.withDiary(options, .reading) { diary in
      let query = BeerQuery(filter: try filter.filter(of: diary, in: context))
      let console = context.output(pager)
      let limit = limitation.limit ?? .max
      if output.json {
        var lines = JSONLines(on: console, output)
        var count = 0
        try diary.forEachMissingPhotoLink(query) { link in
          if count == limit { return }
          lines.write { json in json.object { $0.write(Self.members(link)) } }
          count += 1
        }
        lines.end()
      } else {
        var printed: Set<String> = []
        try diary.forEachMissingPhotoLink(query) { link in
          if printed.count < limit, printed.insert(link.url).inserted { console.line(link.url) }
        }
        if printed.isEmpty, limit > 0 {
          context.reportEmpty("There are no links to photos that are missing.")
        }
      }
    }
  }

  private static func members(_ link: PhotoLink) -> JSONMembers {
    [("id", .integer(link.beer)), ("field", .text(link.field)), ("url", .text(link.url))]
  }
}
