import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import Telemetry

struct ListCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List beers.",
    discussion: """
      With --distinct, a label is listed if the filter matches one of its beers; the numbers are of all of them.

      With --json, prints an array with one beer per line. The sha256 of a photo is null until it has been computed in \
      the background.

      FILTER:
      \(FilterHelp.table)

      EXAMPLES:
        beerdiary list 'style:stout rating>=4' --sort rating --limit 10
        beerdiary list 'brewery:"de molen" year:2019' --json
        beerdiary list -has:photo --sort abv
        beerdiary list hop:citra 'vintage>=2015' --sort vintage
        beerdiary list --distinct 'rating>=4.5 last<-1y'
        beerdiary list --json | jq '.[] | select(.rating >= 4) | .name'
      """,
    aliases: ["search"])

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions

  @OptionGroup var filter: FilterWords

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Sort by date, name, brewery, style, rating, abv, times, or a custom field.", valueName: "field"),
    completion: .orders)
  var sort: BeerQuery.Order = .date

  @OptionGroup var pager: PagerOptions

  @Flag(
    name: .long,
    help: "List each label once, with how often you had it, your mean rating, and the last date.")
  var distinct = false

  @Flag(name: .long, help: "Reverse the order: oldest, lowest, or Z first.")
  var reverse = false

  @Option(
    name: .long, help: ArgumentHelp("List at most this many beers, for example 10.", valueName: "number"))
  var limit: Int?

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit requires 0 or a larger number.") }
  }

  func run(in context: CommandContext) throws {
    try filter.check()
    try context.withDiary(options, .reading) { diary in
      let filter = try filter.filter(of: diary)
      var query = BeerQuery(order: try order(in: diary), isReversed: reverse, filter: filter)
      query.isDistinct = distinct
      if !filter.isEmpty { context.recorder(options).record(.searchUsed) }
      let (console, limit) = (context.output(pager), limit ?? .max)
      if output.json { return try Self.writeJSON(diary, query, limit: limit, to: console) }
      let count = try Self.writePlain(diary, query, limit: limit, to: console)
      if count == 0, limit > 0 { context.reportNothingListed(query) }
    }
  }

  private func order(in diary: Diary) throws -> BeerQuery.Order {
    guard case .custom(let name) = sort else { return sort }
    return .custom(try CustomFieldReference(name, for: .sorting).resolve(in: diary))
  }

  /// Prints the list as text, also for `beerdiary` without a terminal, and returns how many lines it has.
  @discardableResult
  static func writePlain(
    _ diary: Diary, _ query: BeerQuery = BeerQuery(), limit: Int = .max, to console: Console
  ) throws -> Int {
    let list = PlainList(
      width: console.isTerminal ? console.columns : nil,
      showsTimes: query.isDistinct || query.order == .times)
    var count = 0
    try diary.forEachListItem(query, limit: limit) { item in
      console.line(list.line(item))
      count += 1
    }
    return count
  }

  static func writeJSON(
    _ diary: Diary, _ query: BeerQuery = BeerQuery(), limit: Int = .max, to console: Console
  )
    throws
  {
    var histories: [Int64: LabelHistory] = [:]
    if query.isDistinct {
      try diary.forEachListItem(query, limit: limit) { histories[$0.id] = $0.history }
    }
    var lines = JSONLines(on: console)
    try diary.forEachBeer(query, limit: limit) { detail in
      lines.write { BeerJSON(detail, history: histories[detail.beer.id]).write(to: &$0) }
    }
    lines.end()
  }
}

extension CommandContext {
  /// Says on a terminal why a list is empty; in a pipe or a file, no output says that.
  func reportNothingListed(_ query: BeerQuery = BeerQuery()) {
    if output.isTerminal { errors.sentence(EmptyListText.sentence(about: query)) }
  }
}

extension BeerQuery.Order: ExpressibleByArgument {
  package init?(argument: String) { self.init(name: argument) }

  package var defaultValueDescription: String { name }
}
