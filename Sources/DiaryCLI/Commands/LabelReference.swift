import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import Foundation

/// A label as named on the command line: by its uuid or the beginning of it, or by the id or the name of a beer.
struct LabelReference: ExpressibleByArgument {
  static let help = ArgumentHelp(
    """
    The name or the id of a beer with the label, a filter with a field that matches one (name=12), last for the beer \
    that was added last, or at least 8 digits of the label's uuid.
    """,
    valueName: "label")

  private static let minDigits = 8
  private static let maxListed = 10

  let text: String

  init?(argument: String) {
    guard BeerText.readable(argument) != nil else { return nil }
    text = CommandLineWords.withoutProtection(argument)
  }

  /// Reads the words of an argument as one text.
  ///
  /// - Throws: `ValidationError` if they have no visible characters.
  init(_ words: [String]) throws {
    guard let reference = LabelReference(argument: CommandLineWords.joined(words)) else {
      throw ValidationError("Name a beer by its name or its id, such as Orval or 12.")
    }
    self = reference
  }

  /// Returns the label that the user named.
  ///
  /// - Parameter dates: Writes the dates of the candidates if there are several, and has the order of day and month for
  ///   dates in a filter.
  /// - Throws: If there is no such label, or more than one.
  func resolve(in diary: Diary, dates: @autoclosure () -> DateText) throws -> Label {
    if let uuid = UUID(uuidString: text) {
      if let label = try diary.label(uuid: uuid) { return label }
      if let beer = try diary.beer(uuid: uuid) { return try label(of: beer, diary) }
    }
    let reference = BeerReference(argument: text)
    if let reference, reference.isNewest {
      return try label(of: reference.resolve(in: diary, dates: dates()), diary)
    }
    // As for beers, a number is never a name.
    if let id = Int64(text) {
      if let beer = try diary.beer(id) { return try label(of: beer, diary) }
    } else {
      let labels = try diary.labels(named: text)
      if let label = try only(labels, "named “\(text)”", diary, dates()) { return label }
      // A label that was split off is not known by a name that the other beers have, too.
      if let id = try diary.beers(named: text).first, let beer = try diary.beer(id) {
        return try label(of: beer, diary)
      }
    }
    let digits = text.filter { $0 != "-" }
    if digits.count >= Self.minDigits, digits.allSatisfy(\.isHexDigit) {
      let labels = try diary.labels(uuidPrefix: text)
      if let label = try only(labels, "with a uuid that begins with \(text)", diary, dates()) { return label }
    }
    if let reference, let beer = try reference.beerByFilter(in: diary, dates: dates()) {
      return try label(of: beer, diary)
    }
    throw Int64(text) == nil ? LabelError.noSuchLabel("“\(text)”") : LabelError.noSuchBeer(text)
  }

  /// Returns the label of a beer.
  ///
  /// - Throws: If the beer has none yet.
  private func label(of beer: BeerDetail, _ diary: Diary) throws -> Label {
    if let label = try diary.label(ofBeer: beer.beer.id) { return label }
    throw CommandFailure(
      sentence: "\(beer.title.capitalizedFirst) has no label yet, because the diary is still being grouped. "
        + "Finish that with \(SuggestedCommand.text(["migrate", "--finish"], store: diary.path)).",
      status: .busy)
  }

  /// Returns the only label of a list; `nil` if it is empty.
  ///
  /// - Throws: If there are several; they are listed.
  private func only(
    _ labels: [Label], _ what: String, _ diary: Diary, _ dates: @autoclosure () -> DateText
  ) throws -> Label? {
    if labels.count < 2 { return labels.first }
    let lines = try Self.lines(labels, in: diary, dates: dates())
    let count = NumberText.count(labels.count)
    let sentence = "There are \(count) labels \(what). Choose one by the id of its beer:"
    throw CommandFailure(sentence: ([sentence] + lines).joined(separator: "\n"), status: .noInput)
  }

  /// Returns a line for each of the first labels, with the id of its newest beer.
  static func lines(_ labels: [Label], in diary: Diary, dates: DateText) throws -> [String] {
    let rows = try labels.prefix(maxListed).map { label in
      let newest = try diary.beers(ofLabel: label.uuid).first
      return [
        newest.map { String($0.id) } ?? "", LabelText.title(label.facts),
        "had " + LabelText.history(label.history, dates: dates),
      ]
    }
    return TextTable.lines(rows).map { "  " + $0 } + (labels.count > rows.count ? ["  …"] : [])
  }
}

extension CommandContext {
  /// Warns that beers are left out of an answer, because the diary is still being grouped; returns whether some are.
  @discardableResult
  func warnOfBeersWithoutLabel(in diary: Diary, _ options: StoreOptions) throws -> Bool {
    let count = try diary.unlabeledBeerCount()
    if count == 0 { return false }
    errors.sentence(
      "\(NumberText.count(count, "beer")) without a label \(count == 1 ? "is" : "are") left out, because the diary is "
        + "still being grouped. Finish that with \(options.suggestion("migrate", "--finish")).")
    return true
  }
}
