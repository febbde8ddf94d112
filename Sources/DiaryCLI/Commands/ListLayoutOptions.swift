import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore

/// What `list` prints of each beer, and how.
struct ListLayoutOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "List these fields, separated by commas, for example name,rating,hop.", valueName: "fields"),
    completion: .columns)
  var columns: String?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Print this text for each beer, with fields in braces, for example '{name}: {rating}'.",
      valueName: "text"))
  var template: String?

  @Flag(name: .long, help: "Print CSV.")
  var csv = false

  @Flag(name: .long, help: "Print fields separated by tabs.")
  var tsv = false

  @Flag(name: .long, help: "Leave out the line with the names of the fields.")
  var noHeader = false

  func validate() throws {
    if csv, tsv { throw ValidationError("--csv cannot be combined with --tsv. Use one of them.") }
    if template != nil, let option = columnOption ?? headerOption {
      throw ValidationError("--template cannot be combined with \(option). Use one of them.")
    }
    if noHeader, columnOption == nil {
      throw ValidationError("--no-header requires --columns, --csv or --tsv.")
    }
  }

  /// Refuses JSON together with another layout, as JSON has all fields.
  func validate(with output: ListOutputOptions) throws {
    guard let json = output.jsonOption, let option = columnOption ?? templateOption else { return }
    throw ValidationError("\(json) cannot be combined with \(option). Use one of them.")
  }

  private var templateOption: String? { template == nil ? nil : "--template" }

  private var headerOption: String? { noHeader ? "--no-header" : nil }

  /// The first of the options for columns that was used; `nil` if none was.
  private var columnOption: String? {
    columns != nil ? "--columns" : csv ? "--csv" : tsv ? "--tsv" : nil
  }

  /// Returns the layout that the options name, or `nil` for the usual list.
  ///
  /// - Parameter isDistinct: Whether labels are listed.
  /// - Throws: `CommandFailure` for a mistake in the names or in the text.
  func layout(isDistinct: Bool) throws -> BeerOutputLayout? {
    if let template { return .template(try BeerTemplate(template)) }
    guard columnOption != nil else { return nil }
    let text = columns ?? Self.usualColumns(isDistinct: isDistinct)
    guard let names = PropertyName.list(text) else {
      throw CommandFailure(
        sentence: RequirementText.sentence(
          "--columns requires names separated by commas, such as name,rating,\"hop variety\"", not: text),
        status: .usage)
    }
    let delimiters: DelimitedText? = csv ? .csv : tsv ? .tsv : nil
    return .columns(names, delimiters, showsHeader: !noHeader)
  }

  /// The columns of the usual list.
  private static func usualColumns(isDistinct: Bool) -> String {
    isDistinct ? "id,last,times,name,brewery,style,abv,mean_rating" : "id,date,name,brewery,style,abv,rating"
  }
}

/// How `list` prints the chosen values of beers.
enum BeerOutputLayout {
  /// A text for each beer.
  case template(BeerTemplate)
  /// A row for each beer; as a table, or else with delimiters.
  case columns([PropertyName], DelimitedText?, showsHeader: Bool)

  /// Prints the beers of a query, and returns how many there are.
  func write(_ diary: Diary, _ query: BeerQuery, limit: Int, to console: Console) throws -> Int {
    var count = 0
    /// Calls `body` with the values of each beer.
    func forEachBeer(_ properties: [BeerProperty], _ body: ([JSONValue?]) -> Void) throws {
      try diary.forEachBeer(query, values: properties, limit: limit) { values in
        count += 1
        body(values)
      }
    }
    switch self {
    case .template(let template):
      try forEachBeer(template.names.properties(in: diary)) { console.write(template.text($0) + "\n") }
    case .columns(let names, nil, showsHeader: let showsHeader):
      let properties = try names.properties(in: diary)
      var table = StreamedTable(properties.map(\.name), showsHeading: showsHeader, on: console)
      try forEachBeer(properties) { table.write($0.map { StreamedTable.Cell($0) }) }
      table.end()
    case .columns(let names, let delimiters?, showsHeader: let showsHeader):
      let properties = try names.properties(in: diary)
      if showsHeader { delimiters.write(properties.map(\.name), to: console) }
      try forEachBeer(properties) { delimiters.write($0.map { $0?.display }, to: console) }
    }
    return count
  }
}
