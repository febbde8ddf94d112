import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import Foundation

struct SplitBeerCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "split", abstract: "Split a beer into one for each day on which its photos were taken.",
    discussion: """
      The beer keeps the photos of its own day, or those of the earliest day if none was taken on its own, and the \
      photos without a date. Each other day becomes a new beer with the same name, brewery, style, ABV and label, and \
      with the photos of that day. What you wrote about the beer, such as its rating, stays with it. A photo that was \
      taken before 4 in the morning belongs to the evening before.

      Without a beer, lists the beers that can be split, with --limit only the first ones. With --json, prints an array with one of them per line; with \
      a beer, prints an object with dry_run and beers, of which each has its id (null for a new beer), drunk_at and the \
      ids of its photos.

      EXAMPLES:
        beerdiary photo split
        beerdiary photo split Orval --dry-run
        beerdiary photo split 12 --yes
      """)

  static let json: JSONType = .either([.array(.object("splittable_beer")), .object("split")])

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: ListOutputOptions
  @OptionGroup var pager: PagerOptions

  @OptionGroup var limitation: LimitOptions
  @OptionGroup var dry: DryRunOptions
  @OptionGroup var confirmation: ConfirmationOptions

  @Argument(help: BeerReference.help, completion: .beers)
  var beer: BeerReference?

  private var dryRun: Bool { dry.dryRun }

  func validate() throws {
    if limitation.limit != nil, beer != nil {
      throw ValidationError("--limit cannot be combined with a beer.")
    }
    if confirmation.yes, beer == nil { throw ValidationError("--yes requires a beer.") }
    if output.jsonl, beer != nil { throw ValidationError("--jsonl cannot be combined with a beer.") }
  }

  func run(in context: CommandContext) throws {
    let isReading = beer == nil || dryRun
    // A dry run opens the diary only for reading.
    try context.withDiary(options.readOnly(if: dryRun), isReading ? .reading : .changing) { diary in
      guard let beer else {
        try context.warnOfPhotosWithoutMetadata(in: diary, options)
        return try list(diary, context)
      }
      var detail = try beer.resolve(in: diary, dates: context.dates)
      // Without the dates that have not been read yet, days would be left out.
      detail.photos = try diary.addingMetadata(to: detail.photos, includingHashes: false)
      try split(detail, diary, context)
    }
  }

  // MARK: - The list

  private func list(_ diary: Diary, _ context: CommandContext) throws {
    let beers = try diary.splittableBeers(limit: limitation.limit ?? .max)
    let console = context.output(pager)
    context.report(output, beers, to: console, json: \.members) { console in
      if beers.isEmpty { return context.reportEmpty("No beer has photos of several days.") }
      let rows = beers.map { beer in
        [
          "id \(beer.beer.id)", NumberText.count(beer.dayCount, "day"),
          LabelText.title(LabelFacts(name: beer.beer.name, brewery: beer.beer.brewery)),
        ]
      }
      for line in TextTable.lines(rows) { console.line(line) }
      console.line("To split one of them, use \(options.suggestion("photo", "split", "ID")).")
    }
  }

  // MARK: - One beer

  private func split(_ detail: BeerDetail, _ diary: Diary, _ context: CommandContext) throws {
    if detail.beer.deletedAt != nil {
      throw CommandFailure(
        sentence: "\(detail.title.capitalizedFirst) is in the trash. Restore it first with "
          + "\(options.suggestion("trash", "restore", String(detail.beer.id))).", status: .badData)
    }
    guard let plan = BeerSplit(of: detail, in: .autoupdatingCurrent) else {
      throw CommandFailure(
        sentence: "The photos of \(detail.title) were not taken on several days. Nothing was changed.",
        status: .badData)
    }
    if dryRun {
      let new = plan.days.map { Self.object(id: nil, $0.date, $0.photos) }
      let kept = Self.object(id: detail.beer.id, detail.beer.fields.drunkAt, plan.kept)
      return context.report(output, json: Self.json([kept] + new, isDryRun: true)) { console in
        for line in lines(plan, of: detail.beer, context.dates) { console.line(line) }
        console.line("Nothing was changed.")
      }
    }
    guard try confirms(plan, of: detail, context) else { return }
    guard case .splitBeer(let split)? = try diary.splitBeer(detail.beer.id) else {
      throw EditError.changedSince(what: detail.title)
    }
    let beers = try ([split.beer] + split.added.map(\.id)).compactMap { try diary.beer($0) }
    let objects = beers.map { Self.object(id: $0.beer.id, $0.beer.fields.drunkAt, $0.photos) }
    context.reportDone(output, json: Self.json(objects, isDryRun: false)) { console in
      let ids = beers.map { String($0.beer.id) }.joined(separator: ", ")
      console.line("Split \(detail.title) into \(NumberText.count(split.beerCount, "beer")): ids \(ids).")
    }
  }

  /// Returns whether the user confirms the split.
  private func confirms(_ plan: BeerSplit, of detail: BeerDetail, _ context: CommandContext) throws -> Bool {
    try context.confirms(
      confirmation,
      orRefuse: "\(detail.title.capitalizedFirst) was not split",
      advice: "Use --yes to split it without being asked, or --dry-run to see what would become of it."
    ) {
      for line in lines(plan, of: detail.beer, context.dates) { context.errors.line(line) }
      return "Split \(detail.title) into \(NumberText.count(plan.beerCount, "beer"))?"
    }
  }

  /// Returns one line for each beer after the split.
  private func lines(_ plan: BeerSplit, of beer: Beer, _ dates: DateText) -> [String] {
    let kept = ["id \(beer.id)", beer.fields.drunkAt.map(dates.shortWithTime) ?? "no date"]
    let new = plan.days.map { ["new", dates.shortWithTime($0.date)] }
    let counts = ([plan.kept] + plan.days.map(\.photos)).map { NumberText.count($0.count, "photo") }
    return TextTable.lines(zip([kept] + new, counts).map { $0 + [$1] })
  }

  /// Returns the beers after the split as JSON.
  private static func json(_ beers: [JSONValue], isDryRun: Bool) -> String {
    JSONText.of([("dry_run", .boolean(isDryRun)), ("beers", .array(beers))])
  }

  /// Returns the JSON object of a beer.
  ///
  /// - Parameter id: The id of the beer; `nil` if it has not been added.
  private static func object(id: Int64?, _ date: DiaryDate?, _ photos: [Photo]) -> JSONValue {
    .object([
      "id": id.map(JSONValue.integer) ?? .null, "drunk_at": .init(date?.text),
      "photos": .array(photos.map { .integer($0.id) }),
    ])
  }
}

extension SplittableBeer {
  /// The members of the beer's JSON object.
  fileprivate var members: JSONMembers {
    [
      ("id", .integer(beer.id)), ("name", .init(beer.name)), ("brewery", .init(beer.brewery)),
      ("days", .integer(Int64(dayCount))), ("photos", .integer(Int64(beer.photoCount))),
    ]
  }
}

extension CommandContext {
  /// Warns that photos are left out, because their dates have not been read from their images yet.
  fileprivate func warnOfPhotosWithoutMetadata(in diary: Diary, _ options: StoreOptions) throws {
    let count = try diary.unreadPhotoCount()
    if count == 0 { return }
    errors.sentence(
      "The \(count == 1 ? "date" : "dates") of \(NumberText.count(count, "photo")) \(count == 1 ? "has" : "have") not "
        + "been read yet. Finish that with \(options.suggestion("migrate", "--finish")).")
  }
}
