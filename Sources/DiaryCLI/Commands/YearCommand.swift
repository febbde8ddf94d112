import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import Foundation
import Interchange
import Pictures
import Telemetry
import Terminal

struct YearCommand: Command {
  static let valueName = "year> <filter"

  static let configuration = CommandConfiguration(
    commandName: "year", abstract: "Look back on a year: its months, best beers, firsts and longest break.",
    discussion: """
      Without a year, the latest one that has beers and is not in the future. Figures are compared with the year \
      before. Averages are of all beers. A style, brewery or country is new if no beer of an earlier year has it, also \
      one that the filter leaves out. The longest break is within the year.

      --html, or a file for -o that ends with .html, writes a web page in one file, to keep, to print or to share. It has \
      no scripts, loads nothing, and never \
      has positions; --with-photos adds small copies of the photos of the best beers, without their metadata. An existing \
      file is replaced only after you confirm or with --force.

      EXAMPLES:
        beerdiary year
        beerdiary year 2024
        beerdiary year 2024 style:stout
        beerdiary year 2024 --json | jq '.best[].name'
        beerdiary year 2024 -o 2024.html
      """)

  static let json: JSONType = .object("year")

  /// The largest side of an embedded photo in pixels.
  private static let photoSide = 320

  @OptionGroup var options: StoreOptions

  @Argument(
    help: ArgumentHelp(
      "A year, for example 2024, and a filter: only beers that match it count, for example style:stout.",
      valueName: valueName),
    completion: .filter)
  var words: [String] = []

  @OptionGroup var output: OutputOptions

  @Flag(name: .long, help: "Write a web page in one file that loads nothing.")
  var html = false

  @Flag(name: .long, help: "With --html, add small copies of the photos of the best beers.")
  var withPhotos = false

  @OptionGroup var target: OutputFileOptions
  @OptionGroup var replacing: ReplacingOptions
  @OptionGroup var characters: CharacterOptions

  /// The first word if it is a number, as it was typed.
  private var yearText: String? {
    words.first.flatMap { $0.isEmpty || $0.contains { !("0"..."9" ~= $0) } ? nil : $0 }
  }

  private var year: Int? { yearText.flatMap { Int($0) } }

  private func filter(_ context: CommandContext) -> FilterArgument {
    let words = yearText == nil ? words : Array(words.dropFirst())
    return FilterArgument(CommandLineWords.joined(words), dates: context.dates)
  }

  /// Whether a web page is written.
  private var isPage: Bool {
    html || YearPage.fileExtensions.contains { target.file?.lowercased().hasSuffix("." + $0) == true }
  }

  func validate() throws {
    if let yearText, !(year.map { 0...9999 ~= $0 } ?? false) {
      throw ValidationError("A year is a number from 0 to 9999, not “\(yearText)”.")
    }
    if isPage, output.json {
      throw ValidationError("--json cannot be combined with a web page. Use one of them.")
    }
    if withPhotos, !isPage { throw ValidationError("--with-photos requires --html.") }
    if target.file != nil, !isPage {
      throw ValidationError(
        "--output is for a web page. Add --html, or name a file that ends with .html; for text, use >.")
    }
    if replacing.force, target.file == nil { throw ValidationError("--force requires --output.") }
  }

  func run(in context: CommandContext) throws {
    let filter = filter(context)
    _ = try filter.filter()
    let destination =
      try isPage
      ? OutputPath(target.file ?? "-", options, in: context).destination(replaces: replacing.force) : nil
    if withPhotos, !Thumbnail.hasCodecs {
      context.errors.sentence("This program was built without pictures, so the page has no photos.")
    }
    try context.withDiary(options, .reading) { diary in
      context.recorder(options).record(.statisticsOpened)
      context.progress.showIfSlow("Looking back")
      let today = DiaryDate.today
      let query = BeerQuery(filter: try filter.filter(of: diary))
      let found = try diary.yearInReview(year, of: query, today: today)
      let text = YearText(found ?? YearInReview(year: today?.year ?? 0), dates: context.dates)
      if output.json { return context.output.write(JSONText.of(YearJSON.members(text))) }
      guard text.review.figures.beers > 0 else {
        let years = text.review.years.map { NumberText.padded($0, to: 4) }
        let advice = years.isEmpty ? "" : " There are beers in \(years.joined(separator: ", "))."
        let mistake =
          yearText == nil
          ? query.filter.onlyWord.map { " “\($0)” is not a year, so it is a filter." } ?? "" : ""
        let sentence =
          (found == nil ? YearText.noYearSentence(query) : text.emptySentence(query)) + mistake + advice
        // Without a page, what follows in a script would fail.
        if isPage { throw CommandFailure(sentence: sentence, status: .noInput) }
        return context.reportEmpty(sentence)
      }
      guard let destination else { return writeText(text, query.filter, in: context) }
      let photos = withPhotos ? try embedded(text.review, of: diary) : [:]
      try write(YearPage(text, of: query.filter, photos: photos), to: destination, context)
    }
  }

  private func writeText(_ text: YearText, _ filter: BeerFilter, in context: CommandContext) {
    let isUnicode = !characters.ascii && TerminalText.isUnicode(context.environment)
    PlainYear(
      text, filter, glyphs: isUnicode ? .unicode : .ascii, columns: context.output.columns ?? 80,
      hasBars: context.drawsPictures
    )
    .write(to: context.output)
  }

  private func write(_ page: YearPage, to destination: OutputDestination, _ context: CommandContext) throws {
    do throws(ExportError) {
      try page.write(to: destination.open(in: context))
    } catch {
      throw CommandFailure(error, writing: target.file)
    }
    if destination != .standardOutput, let file = target.file, !self.output.quiet {
      context.errors.line(page.writtenSentence(file: file))
    }
  }

  /// Returns small JPEGs of the best beers' first photos by the ids of the beers, without those that cannot be drawn.
  private func embedded(_ review: YearInReview, of diary: Diary) throws -> [Int64: [UInt8]] {
    var photos: [Int64: [UInt8]] = [:]
    let size = PixelSize(width: Self.photoSide, height: Self.photoSide)
    for beer in review.best {
      guard let photo = beer.thumbnailID else { continue }
      let jpeg = try diary.withImage(ofPhoto: photo) { image in
        try? Thumbnail.make(from: image, fitting: size).pixels.jpeg()
      }
      if let jpeg { photos[beer.id] = jpeg }
    }
    return photos
  }
}

/// A year in review as text.
private struct PlainYear {
  private static let maxBar = 60

  private let text: YearText
  private let filter: BeerFilter
  private let glyphs: Glyphs
  private let columns: Int
  private let hasBars: Bool

  init(_ text: YearText, _ filter: BeerFilter, glyphs: Glyphs, columns: Int, hasBars: Bool) {
    self.hasBars = hasBars
    self.text = text
    self.filter = filter
    self.glyphs = glyphs
    self.columns = columns
  }

  func write(to console: Console) {
    console.line(text.heading(text.year, of: filter))
    let values = TextTable(columns: [
      .init(width: TextTable.width(of: text.figures.map(\.value)), alignment: .trailing),
      .init(width: TextTable.width(of: text.figures.map(\.name))), .init(width: 8, alignment: .trailing),
    ])
    for figure in text.figures {
      console.line(("  " + values.line([figure.value, figure.name, figure.change ?? ""])).trimmedEnd)
    }
    writeMonths(to: console)
    writeBest(to: console)
    if !text.novelties.isEmpty { section("New to you", to: console) }
    for novelty in text.novelties {
      let names = novelty.names.isEmpty ? "" : ": " + novelty.names.joined(separator: ", ")
      console.line(
        "  " + (novelty.title + names).truncated(to: columns - 2, ellipsis: String(glyphs.ellipsis)))
    }
    if let length = text.breakLength, let days = text.breakDays {
      section("Longest break", to: console)
      console.line("  \(length), \(days)")
    }
    if let note = text.review.longestNote, let sentence = text.noteSentence {
      section("Longest note: \(BeerText.readable(note.beer.name) ?? BeerText.missingName)", to: console)
      for line in sentence.wrapped(to: max(20, columns - 2)) { console.line("  " + line) }
    }
  }

  private func section(_ title: String, to console: Console) {
    console.line()
    console.line(title.truncated(to: columns, ellipsis: String(glyphs.ellipsis)))
  }

  private func writeMonths(to console: Console) {
    section("Months", to: console)
    let width = TextTable.width(of: text.review.months.map { NumberText.count($0.colors.count) })
    let table = TextTable(columns: [.init(width: 3), .init(width: width, alignment: .trailing)])
    for (index, month) in text.review.months.enumerated() {
      let count = month.colors.count
      let bar =
        hasBars
        ? glyphs.bar(count, of: text.maxMonthCount, columns: min(Self.maxBar, max(1, columns - width - 8)))
        : ""
      console.line("  " + table.line([text.monthName(index), NumberText.count(count), bar]))
    }
  }

  private func writeBest(to console: Console) {
    let best = text.review.best
    if best.isEmpty { return }
    section("Best", to: console)
    let table = TextTable(columns: [.init(width: 4)])
    for beer in best {
      let name = [beer.name, beer.brewery].compactMap(BeerText.readable).joined(separator: ", ")
      let line = table.line([
        BeerText.rating(beer.rating), name.isEmpty ? BeerText.missingName : name, text.date(of: beer),
      ])
      console.line(("  " + line).truncated(to: columns, ellipsis: String(glyphs.ellipsis)).trimmedEnd)
    }
  }
}

/// A year in review as a JSON object.
enum YearJSON {
  static func members(_ text: YearText) -> JSONMembers {
    let review = text.review
    return [
      ("year", .integer(Int64(review.year))), ("years", .array(review.years.map { .integer(Int64($0)) })),
      ("figures", figures(review.figures)), ("before", review.before.map(figures) ?? .null),
      ("months", .array(review.months.indices.map { month($0, text) })),
      ("best", .array(review.best.map(beer))), ("new_labels", .integer(Int64(review.newLabels))),
      ("new_styles", firsts(review.newStyles)), ("new_breweries", firsts(review.newBreweries)),
      ("new_countries", firsts(review.newCountries)),
      (
        "longest_break",
        review.longestBreak.map { rest in
          .object([
            "last": .text(rest.last.text), "next": .text(rest.next.text), "days": .integer(Int64(rest.days)),
          ])
        } ?? .null
      ),
      (
        "longest_note",
        review.longestNote.map { note in
          .object([
            "beer": beer(note.beer), "characters": .integer(Int64(note.characterCount)),
            "sentence": JSONValue(text.noteSentence),
          ])
        } ?? .null
      ),
    ]
  }

  private static func figures(_ figures: YearInReview.Figures) -> JSONValue {
    .object([
      "beers": .integer(Int64(figures.beers)), "labels": .integer(Int64(figures.labels)),
      "average_rating": .init(figures.averageRating), "breweries": .integer(Int64(figures.breweries)),
      "styles": .integer(Int64(figures.styles)), "places": .integer(Int64(figures.places)),
      "countries": .integer(Int64(figures.countries)),
    ])
  }

  private static func month(_ index: Int, _ text: YearText) -> JSONValue {
    let month = text.review.months[index]
    return .object([
      "value": .text("\(text.year)-\(NumberText.padded(index + 1))"),
      "beers": .integer(Int64(month.colors.count)), "average_rating": .init(month.averageRating),
    ])
  }

  private static func beer(_ beer: BeerListItem) -> JSONValue {
    .object([
      "id": .integer(beer.id), "name": .init(beer.name), "brewery": .init(beer.brewery),
      "style": .init(beer.style), "rating": .init(beer.rating), "drunk_at": .init(beer.drunkAt?.text),
    ])
  }

  private static func firsts(_ firsts: [YearInReview.First]) -> JSONValue {
    .array(
      firsts.map {
        .object(["value": .text($0.value), "date": .text($0.day), "beers": .integer(Int64($0.beers))])
      })
  }
}
