import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText

/// A photo number: its position counted from 1, or `first` or `last`.
enum PhotoNumber: ExpressibleByArgument, Hashable {
  case number(Int)
  case last

  static let help = ArgumentHelp("The photo number from 1, or first or last.", valueName: "number")

  init?(argument: String) {
    switch argument.lowercased() {
    case "first": self = .number(1)
    case "last": self = .last
    default:
      guard let number = Int(argument), number > 0 else { return nil }
      self = .number(number)
    }
  }

  var defaultValueDescription: String {
    switch self {
    case .number(1): "first"
    case .number(let number): "\(number)"
    case .last: "last"
    }
  }

  /// Returns the index among a beer's photos, from 0.
  func index(in detail: BeerDetail) throws(CommandFailure) -> Int {
    let count = detail.photos.count
    let number =
      switch self {
      case .number(let number): number
      case .last: count
      }
    guard count > 0, number <= count else {
      let problem =
        count == 0
        ? "has no photos. Add one with `beerdiary photo add`."
        : "has \(NumberText.count(count, "photo")), so there is no photo \(number)."
      throw CommandFailure(sentence: "\(detail.title.capitalizedFirst) \(problem)", status: .noInput)
    }
    return number - 1
  }

  func photo(of detail: BeerDetail) throws(CommandFailure) -> Photo { detail.photos[try index(in: detail)] }
}
