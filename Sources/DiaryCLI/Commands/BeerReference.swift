import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import Foundation

/// A beer as named on the command line: by its id, its uuid or the beginning of it, its name, a filter, or `last`.
struct BeerReference: ExpressibleByArgument {
  static let help = ArgumentHelp(
    """
    The beer's id from `beerdiary list`, at least 8 digits of its uuid, its name if no other beer has it, a filter \
    with a field that matches one beer (name=12), or last for the beer that was added last.
    """,
    valueName: "beer")

  private static let newest = "last"
  private static let minDigits = 8
  private static let maxListed = 5

  let text: String

  init?(argument: String) {
    guard BeerText.readable(argument) != nil else { return nil }
    text = CommandLineWords.withoutProtection(argument)
  }

  /// Reads the words of an argument as one text.
  ///
  /// - Throws: `ValidationError` if they have no visible characters.
  init(_ words: [String]) throws {
    guard let reference = BeerReference(argument: CommandLineWords.joined(words)) else {
      throw ValidationError("Name a beer by its id or its name, such as 12 or Orval.")
    }
    self = reference
  }

  /// Whether the text is `last`.
  var isNewest: Bool { text == Self.newest }

  /// Whether a text is read as something else than a name, whatever names beers have.
  static func isNeverName(_ text: String) -> Bool {
    text == newest || Int64(text) != nil || UUID(uuidString: text) != nil
  }

  /// Returns the beer that the user named.
  ///
  /// - Parameter dates: Writes the dates of the candidates if there are several, and has the order of day and month for
  ///   dates in a filter.
  /// - Throws: If there is no such beer, or more than one.
  func resolve(in diary: Diary, dates: @autoclosure () -> DateText) throws -> BeerDetail {
    if let beer = try named(in: diary, dates: dates()) { return beer }
    if let beer = try beerByFilter(in: diary, dates: dates()) { return beer }
    throw try missing(in: diary, dates: dates())
  }

  /// Returns the beer that the user named without a filter; `nil` if there is none.
  ///
  /// - Parameter isInTrash: Whether a beer without its id or uuid is searched in the trash instead of the diary.
  /// - Throws: If there is more than one.
  func named(in diary: Diary, dates: @autoclosure () -> DateText, isInTrash: Bool = false) throws
    -> BeerDetail?
  {
    // A number is never a name: it would mean another beer as soon as a beer has that id.
    if let id = Int64(text) {
      if let beer = try diary.beer(id) { return beer }
      let ids = try diary.beers(named: text, inTrash: isInTrash)
      if ids.isEmpty { return nil }
      throw numericName(ids)
    }
    if let uuid = UUID(uuidString: text), let beer = try diary.beer(uuid: uuid) { return beer }
    if isNewest {
      guard let id = try diary.newestBeer(inTrash: isInTrash), let beer = try diary.beer(id) else {
        throw CommandFailure(
          sentence: isInTrash
            ? "The trash is empty." : "Your diary is empty. Add a beer with `beerdiary add`.",
          status: .noInput)
      }
      return beer
    }
    if let beer = try beerByUUID(in: diary, dates: dates(), isInTrash) { return beer }
    let ids = try diary.beers(named: text, inTrash: isInTrash)
    return try only(ids, "are named “\(text)”", diary, dates())
  }

  /// Returns the beer whose uuid begins with the text; `nil` if there is none.
  private func beerByUUID(in diary: Diary, dates: @autoclosure () -> DateText, _ isInTrash: Bool) throws
    -> BeerDetail?
  {
    let digits = text.filter { $0 != "-" }
    guard digits.count >= Self.minDigits, digits.allSatisfy(\.isHexDigit) else { return nil }
    let ids = try diary.beers(uuidPrefix: text, inTrash: isInTrash)
    return try only(
      ids, "have a uuid that begins with “\(text)”", advice: "Type more of it, or choose one by its id:",
      diary, dates())
  }

  /// Returns the only beer that matches the text as a filter; `nil` if it is no filter with a field.
  ///
  /// Plain words are not enough: a mistyped name would mean any beer with that word in its notes.
  func beerByFilter(in diary: Diary, dates: @autoclosure () -> DateText) throws -> BeerDetail? {
    guard Int64(text) == nil, let filter = try? FilterArgument(text, dates: dates()).filter(of: diary),
      filter.hasField
    else { return nil }
    let ids = try diary.ids(BeerQuery(filter: filter)).ascending
    if let beer = try only(ids, "match “\(text)”", diary, dates()) { return beer }
    throw CommandFailure(sentence: "No beer matches “\(text)”.", status: .noInput)
  }

  /// Returns the newest of several beers with the name that the user typed, if they all have the same label, and how many
  /// there are; otherwise `nil`.
  func newestOfOneLabel(in diary: Diary) throws -> (beer: BeerDetail, count: Int)? {
    if Self.isNeverName(text) { return nil }
    let ids = Set(try diary.beers(named: text))
    guard ids.count > 1, let first = ids.first, let label = try diary.label(ofBeer: first) else { return nil }
    let named = try diary.beers(ofLabel: label.uuid).filter { ids.contains($0.id) }
    guard named.count == ids.count, let newest = named.first, let beer = try diary.beer(newest.id) else {
      return nil
    }
    return (beer, ids.count)
  }

  /// Returns the only beer of a list; `nil` if it is empty.
  ///
  /// - Parameter predicate: What the beers have in common, such as `are named “Orval”`.
  /// - Throws: If there are several; the first ones are listed.
  private func only(
    _ ids: [Int64], _ predicate: String, advice: String = "Choose one by its id:", _ diary: Diary,
    _ dates: @autoclosure () -> DateText
  ) throws -> BeerDetail? {
    guard let first = ids.first else { return nil }
    if ids.count == 1 { return try diary.beer(first) }
    let sentence = "\(NumberText.count(ids.count)) beers \(predicate). \(advice)"
    throw CommandFailure(
      sentence: ([sentence] + (try Self.lines(ids, diary, dates()))).joined(separator: "\n"), status: .noInput
    )
  }

  /// Returns the error for a name that no beer has, with beers that have its words, or else the most similar name.
  func missing(in diary: Diary, dates: @autoclosure () -> DateText, isInTrash: Bool = false) throws
    -> any Error
  {
    if Int64(text) != nil { return EditError.noSuchBeer(text) }
    if !isInTrash, try !diary.beers(named: text, inTrash: true).isEmpty {
      return CommandFailure(
        sentence: """
          “\(text)” is only in the trash. Restore it with `beerdiary trash restore`, or name it by its id from \
          `beerdiary trash list`.
          """, status: .noInput)
    }
    let words = text.nameWords.joined(separator: " ")
    let query = BeerQuery(filter: BeerFilter(isInTrash: isInTrash), search: words)
    let similar = try words.isEmpty ? [] : diary.ids(query, in: 0..<Self.maxListed + 1).ascending
    let place = isInTrash ? "trash" : "diary"
    let sentence = "There is no beer “\(text)” in the \(place)."
    if similar.isEmpty {
      let list = isInTrash ? "beerdiary trash list" : "beerdiary list"
      // The first letter is rarely mistyped, and the names that begin with it are found in an index.
      let names = try diary.beerNames(
        beginningWith: String(text.prefix(1)), inTrash: isInTrash, limit: .max)
      let nearest = Spelling.nearest(to: text, among: names)
      let advice = nearest.map { "Did you mean “\($0)”?" } ?? "See the ids with `\(list)`."
      return CommandFailure(sentence: "\(sentence) \(advice)", status: .noInput)
    }
    let lines = ["\(sentence) Do you mean one of these?"] + (try Self.lines(similar, diary, dates()))
    return CommandFailure(sentence: lines.joined(separator: "\n"), status: .noInput)
  }

  /// Returns a line for each of the first beers, and one for the others.
  private static func lines(_ ids: [Int64], _ diary: Diary, _ dates: DateText) throws -> [String] {
    let rows = try ids.prefix(maxListed).compactMap { try diary.beer($0)?.beer }.map { beer in
      [
        String(beer.id), beer.fields.drunkAt.map(dates.short) ?? "",
        LabelText.title(LabelFacts(name: beer.fields.name, brewery: beer.fields.brewery)),
      ]
    }
    return TextTable.lines(rows).map { "  " + $0 } + (ids.count > maxListed ? ["  …"] : [])
  }

  /// Returns the error for a number that is no id but the name of beers.
  private func numericName(_ ids: [Int64]) -> CommandFailure {
    let beers = ids.count == 1 ? "the beer named “\(text)” has the id" : "beers named “\(text)” have the ids"
    let list =
      ids.prefix(Self.maxListed).map(String.init).joined(separator: ", ")
      + (ids.count > Self.maxListed ? ", …" : "")
    return CommandFailure(
      sentence: "There is no beer with the id \(text). A number is always an id; \(beers) \(list).",
      status: .noInput)
  }
}

extension BeerFilter {
  /// Whether the filter has a condition besides words.
  var hasField: Bool {
    isInTrash
      || alternatives.joined().contains { term in
        if case .words = term.condition { false } else { true }
      }
  }
}

extension BeerDetail {
  /// How messages refer to the beer.
  var title: String { BeerText.readable(beer.fields.name).map { "“\($0)”" } ?? "beer \(beer.id)" }
}
