import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import Interchange
import Settings
import Telemetry

struct ListCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List beers.",
    discussion: """
      With --distinct, a label is listed if the filter matches one of its beers; the numbers are of all of them, and \
      rating in the filter, in --sort and in --columns means their mean rating. Name, brewery, style and ABV are what \
      the label shows; filters and --sort use those of the beers. In JSON, all of these and rating are those of the \
      beer, as in every list, and mean_rating is that of the label.

      With --json, prints an array with one beer per line; --jsonl prints only the beers. The sha256 of a photo is null \
      until it has been computed in the background.

      --columns, --csv, --tsv and --template print the fields that you name: the fields of a beer, custom fields, and \
      \(Self.properties). A custom field with the name of another field is written in quotation marks, as in \
      --columns 'name,"date"'. On a terminal, the columns of --columns fit its width; elsewhere nothing is cut. --tsv \
      writes a tab, a line break and a backslash within a field as \\t, \\n, \\r and \\\\. --template writes \\t and \
      \\n in the text as a tab and a line break, and {{ and }} as braces.

      FILTER:
      \(FilterHelp.table)

      EXAMPLES:
        beerdiary list 'style:stout rating>=4' --sort rating -n 10
        beerdiary list 'brewery:"de molen" year:2019' --json
        beerdiary list -has:photo --sort abv
        beerdiary list hop:citra 'vintage>=2015' --sort vintage
        beerdiary list --distinct 'rating>=4.5 last<-1y'
        beerdiary list --columns name,rating,hop --sort rating
        beerdiary list year:2024 --columns date,name,rating --csv > 2024.csv
        beerdiary list --tsv --columns id,rating --no-header | sort -k 2
        beerdiary list has:photo --template '{id}\\t{name} ({photos} photos)'
        beerdiary list --json | jq '.[] | select(.rating >= 4) | .name'
      """,
    aliases: ["search"])

  static let json: JSONType = .array(.object("beer"))

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: ListOutputOptions

  @OptionGroup var filter: FilterWords

  @Option(
    name: .long,
    help: ArgumentHelp(
      """
      Sort by \(BeerQuery.Order.builtIn.map(\.name).joined(separator: ", ")), or a custom field. Default: the order in \
      your settings, or with --json by date.
      """, valueName: "field"),
    completion: .orders)
  var sort: BeerQuery.Order?

  @OptionGroup var layout: ListLayoutOptions
  @OptionGroup var pager: PagerOptions

  @Flag(
    name: .long,
    help: "List each label once, with how often you had it, your mean rating, and the last date.")
  var distinct = false

  @OptionGroup var reversal: ReverseOptions
  @OptionGroup var limitation: LimitOptions

  func validate() throws { try layout.validate(with: output) }

  /// What beers have besides fields, for the help.
  private static var properties: String {
    let fields = Set(BeerColumn.values.map(\.name))
    return BeerProperty.builtIn.map(\.name).filter { !fields.contains($0) }.joined(separator: ", ")
  }

  func run(in context: CommandContext) throws {
    try filter.check(in: context)
    let layout = try layout.layout(isDistinct: distinct)
    try context.withDiary(options, .reading) { diary in
      context.progress.showIfSlow("Finding beers")
      let filter = try filter.filter(of: diary, in: context)
      // What other programs read does not depend on the user's settings.
      let sort = sort ?? (output.json || layout != nil ? .date : nil)
      let query = try context.listQuery(
        filter, sort: sort, reverse: reversal.reverse, isDistinct: distinct, in: diary)
      if !filter.isEmpty { context.recorder(options).record(.searchUsed) }
      let console = context.output(pager)
      let limit = limitation.limit ?? .max
      if output.json { return try Self.writeJSON(diary, query, limit: limit, as: output, to: console) }
      let count =
        if let layout {
          try layout.write(diary, query, limit: limit, to: console)
        } else {
          try Self.writePlain(diary, query, limit: limit, dates: context.dates, to: console)
        }
      if count == 0, limit > 0 { context.reportNothingListed(query) }
    }
  }

  /// Prints the list as text, also for `beerdiary` without a terminal, and returns how many lines it has.
  @discardableResult
  static func writePlain(
    _ diary: Diary, _ query: BeerQuery = BeerQuery(), limit: Int = .max, dates: DateText, to console: Console
  ) throws -> Int {
    let list = PlainList(
      width: console.isTerminal ? console.columns : nil,
      showsTimes: query.isDistinct || query.order == .times, dates: dates)
    var count = 0
    try diary.forEachListItem(query, limit: limit) { item in
      console.line(list.line(item))
      count += 1
    }
    return count
  }

  /// Prints beers as JSON, also for `demo`.
  static func writeJSON(
    _ diary: Diary, _ query: BeerQuery = BeerQuery(), limit: Int = .max, as options: ListOutputOptions,
    to console: Console
  ) throws {
    let beers = BeerJSON()
    var lines = JSONLines(on: console, options)
    try diary.forEachExportedBeer(query, limit: limit) { beer in
      lines.write { beers.write(beer, to: &$0) }
    }
    lines.end()
  }
}

extension CommandContext {
  /// Returns the query of a list, and says if none of its beers has the custom field by which they are sorted.
  ///
  /// - Parameters:
  ///   - sort: The order of `--sort`; `nil` for that of the settings, with their direction.
  ///   - reverse: Whether to reverse the order.
  ///   - isDistinct: Whether to list each label once.
  /// - Throws: `CommandFailure` if `sort` has a name that is not that of a field to sort by.
  func listQuery(
    _ filter: BeerFilter = BeerFilter(), sort: BeerQuery.Order? = nil, reverse: Bool = false,
    isDistinct: Bool = false, in diary: Diary
  ) throws -> BeerQuery {
    let startsReversed = sort == nil && settings.preferences.isReversed
    let query = BeerQuery(
      order: try listOrder(sort: sort, in: diary), isReversed: startsReversed != reverse, filter: filter,
      isDistinct: isDistinct)
    try reportMissingValues(query, in: diary)
    return query
  }

  /// Returns the order of a list, with the name of a custom field as the diary spells it.
  ///
  /// Says that the order is by date if the diary does not have the field of the settings.
  private func listOrder(sort: BeerQuery.Order?, in diary: Diary) throws -> BeerQuery.Order {
    let order = sort ?? settings.preferences.order
    guard case .custom(let name) = order else { return order }
    let names = try diary.customFieldNames()
    if let known = CustomFieldName.known(name, among: names) { return .custom(known) }
    if sort != nil {
      throw CommandFailure(sentence: BeerQuery.Order.unknownSentence(name, names), status: .usage)
    }
    errors.sentence("No beer has a field “\(name)”, by which your settings sort. The order is by date.")
    return .date
  }

  /// Says if none of the listed beers has the custom field by which they are sorted, as the screen does.
  private func reportMissingValues(_ query: BeerQuery, in diary: Diary) throws {
    guard case .custom(let name) = query.order,
      let first = try diary.listItems(query, in: 0..<1).first, first.sortedValue == nil
    else { return }
    errors.sentence(
      "None of these beers has the field “\(name)”, so the one that was added last comes first.")
  }

  /// Says on a terminal why a list of beers is empty.
  func reportNothingListed(_ query: BeerQuery = BeerQuery()) {
    let sentences = [EmptyListText.sentence(about: query), EmptyListText.yearAdvice(on: query)]
    reportEmpty(sentences.compactMap { $0 }.joined(separator: " "))
  }
}

extension BeerQuery.Order {
  /// Returns the error for a name by which beers cannot be sorted: with the most similar name, or else with all of
  /// them.
  ///
  /// - Parameters:
  ///   - name: The name, without quotation marks.
  ///   - customFields: The names of the custom fields of the diary.
  fileprivate static func unknownSentence(_ name: String, _ customFields: [String]) -> String {
    let builtIn = builtIn.map(\.name)
    // The name of a built-in field was in quotation marks.
    if Self.custom(name).name != name {
      return
        "No beer has a custom field “\(name)”. To sort by the built-in field, leave out the quotation marks."
    }
    let nearest = Spelling.nearest(to: name, among: builtIn + FilterKeyword.screenNames + customFields)
    let list =
      "The fields are \(builtIn.joined(separator: ", "))\(FilterKeyword.customFieldList(Set(customFields)))."
    return "There is no field “\(name)” to sort by. \(nearest.map { "Did you mean “\($0)”?" } ?? list)"
  }
}

extension BeerQuery.Order: ExpressibleByArgument {
  package init?(argument: String) { self.init(name: argument) }

  package var defaultValueDescription: String { name }
}
