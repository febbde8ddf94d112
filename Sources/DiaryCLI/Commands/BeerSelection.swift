import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText

/// The beers that a command was given: named ones, or those that match a filter.
enum BeerSelection {
  static let valueName = "beers"
  static let help =
    "A beer by its id, its uuid, or its name if no other beer has it; or a filter such as style:stout or id:3,7 (see `beerdiary list --help`)."

  /// Beers that were named one by one, each once.
  case named([BeerDetail])
  /// The beers that match a filter, at least one, in ascending order.
  case filtered([Int64])

  /// The ids of the beers.
  var ids: [Int64] {
    switch self {
    case .named(let beers): beers.map(\.beer.id)
    case .filtered(let ids): ids
    }
  }

  /// Finds the beers that words on the command line mean.
  ///
  /// A name means its beer also if it could be read as a filter. A number is always an id. Words without a field are no
  /// filter: a mistyped name would mean any beer with that word in its notes.
  ///
  /// - Parameters:
  ///   - dates: Writes the dates of the candidates if a name is that of several beers, and has the order of day and
  ///     month for dates in a filter.
  ///   - isInTrash: Whether beers without their ids or uuids are searched in the trash instead of the diary.
  /// - Throws: If there are none, or if a name is that of several.
  init(
    _ words: [String], in diary: Diary, dates: @autoclosure () -> DateText, isInTrash: Bool = false
  ) throws {
    let words = words.map(CommandLineWords.withoutProtection)
    let text = words.joined(separator: " ")
    guard BeerText.readable(text) != nil else {
      throw CommandFailure(
        sentence: "Name a beer, or give a filter such as style:stout.", status: .usage)
    }
    let isPlain = words.allSatisfy { BeerReference.isNeverName($0) } || Self.isPlain(text, dates())
    // A name may have signs of the filter language in it.
    if try isPlain || !diary.beers(named: text, inTrash: isInTrash).isEmpty,
      let beer = try BeerReference(argument: text)?.named(in: diary, dates: dates(), isInTrash: isInTrash)
    {
      self = .named([beer])
      return
    }
    if isPlain {
      let beers = try words.map {
        try BeerReference(argument: $0)?.named(in: diary, dates: dates(), isInTrash: isInTrash)
      }
      if let missing = beers.firstIndex(where: { $0 == nil }) {
        // Words that are all unknown are more likely one name.
        let isName = beers.allSatisfy { $0 == nil } && !words.contains(where: BeerReference.isNeverName)
        let word = isName ? text : words[missing]
        guard let reference = BeerReference(argument: word) else { throw EditError.noSuchBeer(word) }
        throw try reference.missing(in: diary, dates: dates(), isInTrash: isInTrash)
      }
      var known: Set<Int64> = []
      self = .named(beers.compactMap { $0 }.filter { known.insert($0.beer.id).inserted })
      return
    }
    var filter = try FilterArgument(text, dates: dates()).filter(of: diary)
    if isInTrash { filter.isInTrash = true }
    let ids = try diary.ids(BeerQuery(filter: filter)).ascending
    if ids.isEmpty {
      let beers = isInTrash ? "No beers in the trash" : "No beers"
      throw CommandFailure(sentence: "\(beers) match “\(text)”.", status: .noInput)
    }
    self = .filtered(ids)
  }

  /// Returns whether a text is a filter of words only, without fields, groups or negations.
  private static func isPlain(_ text: String, _ dates: @autoclosure () -> DateText) -> Bool {
    guard let filter = try? FilterArgument(text, dates: dates()).filter(), !filter.hasField,
      filter.alternatives.count == 1
    else { return false }
    return !filter.alternatives.joined().contains(where: \.isNegated)
  }
}
