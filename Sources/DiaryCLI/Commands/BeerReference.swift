import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import Foundation

/// A beer as named on the command line: by its id, its uuid or, if it is unique, its name.
struct BeerReference: ExpressibleByArgument {
  static let help = ArgumentHelp(
    "The beer's id from `beerdiary list`, its uuid, or its name if no other beer has it.",
    valueName: "beer")

  private static let maxListedIDs = 5

  let text: String

  init?(argument: String) {
    guard BeerText.readable(argument) != nil else { return nil }
    text = CommandLineWords.withoutProtection(argument)
  }

  /// Returns the beer that the user named.
  ///
  /// - Parameter isInTrash: Whether a name is searched in the trash instead of the diary.
  /// - Throws: If there is no such beer, or more than one.
  func resolve(in diary: Diary, isInTrash: Bool = false) throws -> BeerDetail {
    // A number is never a name: it would mean another beer as soon as a beer has that id.
    if let id = Int64(text) {
      if let beer = try diary.beer(id) { return beer }
      let ids = try diary.beers(named: text, inTrash: isInTrash)
      if ids.isEmpty { throw ChangeError.noSuchBeer(text) }
      throw numericName(ids)
    }
    if let uuid = UUID(uuidString: text), let beer = try diary.beer(uuid: uuid) { return beer }
    let ids = try diary.beers(named: text, inTrash: isInTrash)
    guard let first = ids.first, let beer = try diary.beer(first) else {
      throw ChangeError.noSuchBeer(text)
    }
    guard ids.count == 1 else { throw ambiguous(ids) }
    return beer
  }

  /// Returns the newest of several beers with the name that the user typed, if they all have the same label, and how many
  /// there are; otherwise `nil`.
  func newestOfOneLabel(in diary: Diary) throws -> (beer: BeerDetail, count: Int)? {
    if Int64(text) != nil || UUID(uuidString: text) != nil { return nil }
    let ids = Set(try diary.beers(named: text))
    guard ids.count > 1, let first = ids.first, let label = try diary.label(ofBeer: first) else { return nil }
    let named = try diary.beers(ofLabel: label.id).filter { ids.contains($0.id) }
    guard named.count == ids.count, let newest = named.first, let beer = try diary.beer(newest.id) else {
      return nil
    }
    return (beer, ids.count)
  }

  private func ambiguous(_ ids: [Int64]) -> CommandFailure {
    CommandFailure(
      sentence:
        "\(NumberText.count(ids.count)) beers are named “\(text)”. Choose one by its id: \(Self.list(ids)).",
      status: .noInput)
  }

  /// Returns the error for a number that is no id but the name of beers.
  private func numericName(_ ids: [Int64]) -> CommandFailure {
    let beers = ids.count == 1 ? "the beer named “\(text)” has the id" : "beers named “\(text)” have the ids"
    return CommandFailure(
      sentence: "There is no beer with the id \(text). A number is always an id; \(beers) \(Self.list(ids)).",
      status: .noInput)
  }

  /// Returns the first ids, separated by commas.
  private static func list(_ ids: [Int64]) -> String {
    ids.prefix(maxListedIDs).map(String.init).joined(separator: ", ")
      + (ids.count > maxListedIDs ? ", …" : "")
  }
}

extension BeerDetail {
  /// How messages refer to the beer.
  var title: String { BeerText.readable(beer.fields.name).map { "“\($0)”" } ?? "beer \(beer.id)" }
}
