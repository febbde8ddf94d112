import DiaryModel
import DiaryStore
import DiaryText
import Terminal

/// The header of the list: which beers it has, and in which order.
enum ListHeader {
  private static func title(_ query: BeerQuery) -> String { query.filter.isInTrash ? "Trash" : "Beer Diary" }

  /// Returns the title, the diary's file, the counts, and the search and filter.
  ///
  /// Different beers and all of them are both counted, first what the list has a line for. Different beers are not counted
  /// until all beers have labels. If there is little room, the number of beers with photos is left out, then the second of
  /// these numbers, then the title.
  static func line(_ beers: BeerList, _ context: ScreenContext) -> StyledLine {
    let separator = " \(context.glyphs.separator) "
    let count =
      beers.window.summary?.lacksLabels == true
      ? "not all beers have labels yet"
      : beers.count.map { NumberText.count($0, beers.isDistinct ? "different beer" : "beer") } ?? ""
    let other =
      beers.otherCount.map { ", \(NumberText.count($0)) \(beers.isDistinct ? "in all" : "different")" } ?? ""
    let photos =
      beers.window.summary.map(\.beersWithPhotos).flatMap { $0 > 0 && !beers.isDistinct ? $0 : nil }
      .map { "\(separator)\(NumberText.count($0)) with \($0 == 1 ? "a photo" : "photos")" } ?? ""
    let readOnly = context.isReadOnly ? separator + "read-only" : ""
    let title = title(beers.window.query)
    // If there is little room, the file's name is the title.
    let titles =
      context.configuration.storeName.map { [title + separator + $0, beers.isInTrash ? title : $0] }
      ?? [title]
    let narrowing = beers.window.query.narrowing(context)
    func choices(_ details: [String]) -> [StyledLine] {
      titles.flatMap { title in
        details.map {
          line(beers, context, title: title, counts: count + $0 + readOnly, narrowing: narrowing)
        }
      }
    }
    let details = [other + photos, other]
    let all = choices(other.isEmpty ? details : details + [""])
    let room = context.layout.contentWidth
    // The order is more important than a long title or a third number, and less important than everything else.
    let hasLess = titles.count > 1 || !other.isEmpty
    let rooms =
      context.sync.status == nil
      ? [hasLess ? room - order(beers).columns - 2 : room]
      : [roomNextToOrderAndState(beers, context), roomNextToState(context)]
    return rooms.lazy.compactMap { room in choices(details).first { $0.columns <= room } }.first
      ?? all.first { $0.columns <= room } ?? all[all.count - 1]
  }

  /// Returns the order; empty if there is no room for it next to the state of the synchronization.
  ///
  /// All states have the same room, so that nothing moves when the state changes.
  static func order(nextTo title: StyledLine, _ beers: BeerList, _ context: ScreenContext) -> String {
    let hasRoom = context.sync.status == nil || title.columns <= roomNextToOrderAndState(beers, context)
    return hasRoom ? order(beers) : ""
  }

  private static func roomNextToOrderAndState(_ beers: BeerList, _ context: ScreenContext) -> Int {
    roomNextToState(context) - order(beers).columns - 3
  }

  private static func roomNextToState(_ context: ScreenContext) -> Int {
    context.layout.contentWidth - SyncStateText.maxColumns - 2
  }

  private static func line(
    _ beers: BeerList, _ context: ScreenContext, title: String, counts: String, narrowing: String
  ) -> StyledLine {
    let theme = context.theme
    return [
      .init(title, theme.title), .init("   "),
      .init(marked(beers.marks).map { "\($0) \(context.glyphs.separator) " } ?? "", theme.accent),
      .init(counts, theme.secondary), .init(narrowing, theme.accent),
    ]
  }

  /// Returns how many beers are marked, and how many of these the list does not show; `nil` for none.
  private static func marked(_ marks: Marks) -> String? {
    marks.isEmpty ? nil : "\(NumberText.count(marks.count)) marked" + marks.hiddenCountText
  }

  static func order(_ beers: BeerList) -> String {
    let name = "by \(name(beers.window.query.order))"
    return name + ", " + (hasNoValues(beers) ? "which none of them has" : direction(beers))
  }

  /// Whether no beer of the list has the field by which it is sorted, such as a custom one that the settings misspell.
  private static func hasNoValues(_ beers: BeerList) -> Bool {
    if beers.window.query.order.field == nil || beers.window.showsOtherList { return false }
    return beers.sortedValue == nil && beers.firstLacksSortedValue
  }

  static func direction(_ beers: BeerList) -> String {
    let (first, reversed) = ends(of: beers.window.query.order, sortedValue: beers.sortedValue)
    return beers.window.query.isReversed ? reversed : first
  }

  /// Returns whether the highest, newest or last of the alphabet are at the top of the displayed list.
  static func isDescending(_ beers: BeerList) -> Bool {
    let query = beers.window.displayedQuery
    return (query.order.startsAtHighest ?? !isSortedAsWords(beers)) != query.isReversed
  }

  /// Whether the values of the custom field by which the list is sorted are neither numbers nor dates.
  private static func isSortedAsWords(_ beers: BeerList) -> Bool {
    if case .text(let text) = beers.sortedValue { DiaryDate(text) == nil } else { false }
  }

  static func name(_ order: BeerQuery.Order) -> String {
    if case .custom(let name) = order { return CustomFieldName.shown(name) }
    return BeerColumn.named(order.name)?.labelInSentence ?? order.name.replacing("_", with: " ")
  }

  /// Returns the names of an order and its reverse.
  ///
  /// - Parameter sortedValue: A value of the field by which the list is sorted; `nil` if none is known.
  static func ends(of order: BeerQuery.Order, sortedValue: JSONValue?) -> (first: String, reversed: String) {
    switch order {
    case .date: ("newest first", "oldest first")
    case .name, .brewery, .style: textEnds
    case .rating: ("best first", "lowest first")
    case .abv: ("strongest first", "lightest first")
    case .times: ("most often first", "least often first")
    case .property("photos"): ("most first", "fewest first")
    case .property("best_rating"): ("best first", "lowest first")
    case .property: order.startsAtHighest == true ? numberEnds : textEnds
    case .custom:
      // The store sorts numbers and dates from the highest, other texts from A.
      switch sortedValue {
      case .text(let text) where DiaryDate(text) == nil: textEnds
      case .text: ("newest first", "oldest first")
      default: numberEnds
      }
    }
  }

  private static let textEnds = (first: "A to Z", reversed: "Z to A")
  private static let numberEnds = (first: "highest first", reversed: "lowest first")

  static func nothingFound(_ beers: BeerList, _ context: ScreenContext) -> [StyledLine] {
    let theme = context.theme
    let query = beers.window.displayedQuery
    let emptiness = StyledLine(EmptyListText.sentence(about: query), theme.name)
    if query.hasWholeTrash {
      return [emptiness, .blank, StyledLine(context.sentence(press: (.quit, "go back to the diary")))]
    }
    let filter =
      query.searchWords.isEmpty || query.filter.isEmpty
      ? [] : [StyledLine("Filter: \(context.text(of: query.filter))", theme.secondary)]
    let advice =
      context.prompt.map { "Press Esc to cancel the \($0.isSearch ? "search" : "filter")." }
      ?? context.sentence(press: (.showAll, "show all"))
    let year = EmptyListText.yearAdvice(on: query).map { [StyledLine($0)] } ?? []
    return [emptiness] + filter + [.blank] + year + [StyledLine(advice)]
  }
}
