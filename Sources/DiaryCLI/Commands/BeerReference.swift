import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import Foundation

/// A beer as people name it on the command line: by its number, its uuid or, where only one has it, its name.
struct BeerReference: ExpressibleByArgument {
  static let help = ArgumentHelp(
    "The beer's id from `beerdiary list`, its uuid, or its name if no other beer has it.",
    valueName: "beer")

  private static let shownNumbers = 5

  let text: String

  init?(argument: String) {
    guard BeerText.readable(argument) != nil else { return nil }
    text = CommandLineWords.withoutProtection(argument)
  }

  /// - Parameter isInTrash: Whether a name is looked for in the trash, and not in the diary.
  /// - Throws: Where no beer is meant, or more than one.
  func resolve(in diary: Diary, isInTrash: Bool = false) throws -> BeerDetail {
    // A number is never taken for a name: another beer would be meant as soon as that number is given.
    if let number = Int64(text) {
      guard let beer = try diary.beer(number) else { throw ChangeError.noSuchBeer(text) }
      return beer
    }
    if let uuid = UUID(uuidString: text), let beer = try diary.beer(uuid: uuid) { return beer }
    let numbers = try diary.beers(named: text, inTrash: isInTrash)
    guard let first = numbers.first, let beer = try diary.beer(first) else {
      throw ChangeError.noSuchBeer(text)
    }
    guard numbers.count == 1 else { throw ambiguous(numbers) }
    return beer
  }

  private func ambiguous(_ numbers: [Int64]) -> CommandFailure {
    let shown = numbers.prefix(Self.shownNumbers).map(String.init).joined(separator: ", ")
    let more = numbers.count > Self.shownNumbers ? ", …" : ""
    return CommandFailure(
      sentence:
        "\(NumberText.count(numbers.count)) beers are named “\(text)”. Choose one by its id: \(shown)\(more).",
      status: .noInput)
  }
}

extension BeerDetail {
  /// How messages name the beer.
  var title: String { BeerText.readable(beer.fields.name).map { "“\($0)”" } ?? "beer \(beer.id)" }
}
