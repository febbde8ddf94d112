import DiaryStore
import DiaryText

/// The columns of the compact list for a width.
///
/// Only columns with a value in a beer seen so far are shown. If not all fit, the photo's description is shortened
/// first. Then the venue is left out, the rating's number, style, ABV, the photo's strip, brewery, photo and
/// last the date. Spare columns widen the texts. Sorting and searching change no columns, except that a list sorted by a
/// custom field has that one as well.
///
/// A list with one line for each label has the number of beers and the best rating as well, and no venue. A list that is
/// sorted by the number of beers has it, too.
struct ListColumns: Sendable {
  enum Kind: Hashable, Sendable, CaseIterable {
    case date
    /// How often the diary has the label, in a list with one line for each label or sorted by it.
    case times
    case name, brewery, style, abv, stars, rating
    /// The best rating of the label's beers.
    case best
    /// The custom field that the list is sorted by.
    case sorted
    case place, photo
  }

  struct Column: Hashable, Sendable {
    let kind: Kind
    /// The distance from the left margin.
    let start: Int
    let width: Int
  }

  static let gap = 2
  /// The columns of a beer's color before its name, with the blank after it.
  static let swatchWidth = 2
  /// Names need narrower columns for themselves.
  private static let minNameWidthWithSwatches = 14

  /// Whether each name has the color of the beer before it.
  let hasSwatches: Bool
  let columns: [Column]
  /// The columns for a match that is not visible otherwise: after the last column, or instead of some; `nil` if there is
  /// no room.
  let excerpt: (start: Int, width: Int)?

  /// Chooses the columns that fit a width.
  ///
  /// - Parameters:
  ///   - filled: The columns with values.
  ///   - sorted: The column that the list is sorted by; added if it is of a custom field or the number of times.
  ///   - isDistinct: Whether the list has one line for each label.
  ///   - showsColors: Whether the colors of beers can be shown.
  init(width: Int, filled: Set<Kind>, sorted: Kind, isDistinct: Bool, showsColors: Bool = false) {
    let all = isDistinct ? Self.labelChoices : Self.choices
    let plain = all.map { choice in choice.filter { filled.contains($0.key) || $0.key == .name } }
    let choices = plain.map { choice in
      var widths = choice
      if let width = Self.addedWidth(of: sorted), filled.contains(sorted), widths[sorted] == nil {
        widths[sorted] = width
      }
      return widths
    }
    var widths = (choices + plain).first { Self.total($0) <= width } ?? [.name: max(1, width)]
    Self.distribute(width - Self.total(widths), among: &widths)
    columns = Self.placed(widths)
    excerpt = Self.excerpt(columns, width)
    hasSwatches =
      showsColors && filled.contains(.style) && widths[.name, default: 0] >= Self.minNameWidthWithSwatches
  }

  /// Returns where the text of a column starts, as a distance from the left margin.
  func textStart(of column: Column) -> Int {
    column.start + (column.kind == .name && hasSwatches ? Self.swatchWidth : 0)
  }

  /// Replaces as few columns as possible, from the right; the brewery only if the others are not enough, and the name
  /// only in part.
  private static func excerpt(_ columns: [Column], _ width: Int) -> (start: Int, width: Int)? {
    guard let name = columns.first(where: { $0.kind == .name }), let last = columns.last else { return nil }
    let end = last.start + last.width + gap
    let kept: Set<Kind> = [.date, .times, .name, .brewery]
    let others = columns.filter { !kept.contains($0.kind) }.map(\.start).reversed()
    let brewery = columns.filter { $0.kind == .brewery }.map(\.start)
    func fitting(_ starts: [Int], _ minWidth: Int) -> Int? { starts.first { width - $0 >= minWidth } }
    let start =
      fitting([end] + others, 20) ?? fitting(others.reversed(), 12) ?? fitting(brewery, 12)
      ?? fitting([name.start + 12 + gap], 10)
    return start.map { ($0, width - $0) }
  }

  /// Sets of columns with their minimum widths; the first that fits is used.
  private static let choices: [[Kind: Int]] = [
    [
      .date: 11, .name: 28, .brewery: 20, .style: 14, .abv: 6, .stars: 5, .rating: 4, .place: 20,
      .photo: PhotoCell.full,
    ],
    [
      .date: 11, .name: 28, .brewery: 20, .style: 14, .abv: 6, .stars: 5, .rating: 4, .place: 20,
      .photo: PhotoCell.noSize,
    ],
    [
      .date: 11, .name: 28, .brewery: 20, .style: 14, .abv: 6, .stars: 5, .rating: 4, .place: 20,
      .photo: PhotoCell.strip,
    ],
    [
      .date: 11, .name: 28, .brewery: 20, .style: 14, .abv: 6, .stars: 5, .rating: 4,
      .photo: PhotoCell.noSize,
    ],
    [
      .date: 11, .name: 26, .brewery: 18, .style: 12, .abv: 6, .stars: 5, .rating: 4,
      .photo: PhotoCell.strip,
    ],
    [.date: 11, .name: 24, .brewery: 16, .style: 10, .abv: 6, .stars: 5, .photo: PhotoCell.strip],
    [.date: 11, .name: 19, .brewery: 12, .style: 10, .abv: 6, .stars: 5, .photo: PhotoCell.strip],
    [.date: 11, .name: 18, .brewery: 12, .abv: 6, .stars: 5, .photo: PhotoCell.strip],
    [.date: 11, .name: 16, .brewery: 10, .stars: 5, .photo: PhotoCell.strip],
    [.date: 11, .name: 16, .brewery: 10, .stars: 5, .photo: PhotoCell.count],
    [.date: 11, .name: 16, .stars: 5, .photo: PhotoCell.count],
    [.date: 11, .name: 12, .stars: 5],
    [.name: 9, .stars: 5],
    [.name: 9],
  ]

  /// The sets for a list with one line for each label; the mean and the best rating are shown sooner than
  /// ABV and style, because stars round the mean.
  private static let labelChoices: [[Kind: Int]] = [
    [
      .date: 11, .times: 4, .name: 28, .brewery: 20, .style: 14, .abv: 6, .stars: 5, .rating: 4, .best: 5,
      .photo: PhotoCell.strip,
    ],
    [
      .date: 11, .times: 4, .name: 26, .brewery: 18, .style: 12, .abv: 6, .stars: 5, .rating: 4, .best: 5,
      .photo: PhotoCell.strip,
    ],
    [
      .date: 11, .times: 4, .name: 24, .brewery: 16, .style: 10, .stars: 5, .rating: 4, .best: 5,
      .photo: PhotoCell.strip,
    ],
    [
      .date: 11, .times: 4, .name: 24, .brewery: 16, .stars: 5, .rating: 4, .best: 5,
      .photo: PhotoCell.strip,
    ],
    [
      .date: 11, .times: 4, .name: 18, .brewery: 12, .stars: 5, .rating: 4, .best: 5,
      .photo: PhotoCell.strip,
    ],
    [.date: 11, .times: 4, .name: 18, .brewery: 12, .stars: 5, .rating: 4, .photo: PhotoCell.strip],
    [.date: 11, .times: 4, .name: 16, .brewery: 10, .stars: 5, .rating: 4],
    [.date: 11, .times: 4, .name: 14, .stars: 5, .rating: 4],
    [.date: 11, .times: 4, .name: 12, .stars: 5],
    [.times: 4, .name: 9, .stars: 5],
    [.name: 9, .stars: 5],
    [.name: 9],
  ]

  /// Returns the minimum width of a column that a list has only if it is sorted by it; `nil` for others.
  private static func addedWidth(of kind: Kind) -> Int? {
    switch kind {
    case .sorted: 10
    case .times: 4
    default: nil
    }
  }

  private static func maxWidth(of kind: Kind, _ width: Int) -> Int {
    switch kind {
    case .name: 72
    case .brewery: 48
    case .style: 36
    case .sorted: 28
    case .place: 44
    case .photo: width >= PhotoCell.full ? PhotoCell.full + 4 : width
    case .date, .times, .abv, .stars, .rating, .best: width
    }
  }

  /// Distributes spare columns one by one; breweries get more, because their names are long and similar.
  private static func distribute(_ spare: Int, among widths: inout [Kind: Int]) {
    let turns: [Kind] = [.sorted, .brewery, .name, .brewery, .style, .sorted, .place, .photo]
    var spare = spare
    while spare > 0 {
      let before = spare
      for kind in turns where spare > 0 {
        guard let width = widths[kind], width < maxWidth(of: kind, width) else { continue }
        widths[kind] = width + 1
        spare -= 1
      }
      if spare == before { return }
    }
  }

  private static func total(_ widths: [Kind: Int]) -> Int {
    widths.values.reduce(0, +) + max(0, widths.count - 1) * gap
  }

  private static func placed(_ widths: [Kind: Int]) -> [Column] {
    var start = 0
    return Kind.allCases.compactMap { kind in
      guard let width = widths[kind] else { return nil }
      defer { start += width + gap }
      return Column(kind: kind, start: start, width: width)
    }
  }
}

extension ListScreen {
  /// Returns the columns for the list; a column that was shown stays while more beers are read.
  func columns(_ context: ScreenContext) -> ListColumns {
    let query = beers.window.displayedQuery
    // A label has beers of several venues.
    let others: Set<ListColumns.Kind> =
      query.isDistinct ? [.place] : query.order == .times ? [.best] : [.times, .best]
    return ListColumns(
      width: listWidth(context.layout) - 2, filled: filledColumns.subtracting(others),
      sorted: .init(query.order), isDistinct: query.isDistinct,
      showsColors: context.appearance.hasSwatches)
  }
}

extension ListColumns.Kind {
  init(_ order: BeerQuery.Order) {
    self =
      switch order {
      case .date: .date
      case .name: .name
      case .brewery: .brewery
      case .style: .style
      case .rating: .stars
      case .abv: .abv
      case .times: .times
      case .custom: .sorted
      }
  }

  /// Whether a beer has a value in the column.
  fileprivate func isFilled(_ item: BeerListItem) -> Bool {
    switch self {
    case .name: true
    case .date: item.drunkAt != nil
    case .brewery: BeerText.readable(item.brewery) != nil
    case .style: BeerText.readable(item.style) != nil
    case .place: BeerText.readable(item.place) != nil
    case .abv: item.abv != nil
    case .times: item.history != nil || item.times != nil
    case .stars, .rating: item.rating != nil
    case .best: !item.bestText.isEmpty
    case .sorted: item.sortedValue != nil
    case .photo: item.photoCount > 0 || item.thumbnailID != nil
    }
  }
}

extension ListScreen {
  /// Notes the fields of beers that are not on the screen, so that their columns do not appear later.
  mutating func noteColumns(_ fields: [ListField]) {
    if beers.window.hasPhotos { filledColumns.insert(.photo) }
    for field in fields {
      switch field {
      case .date: filledColumns.insert(.date)
      case .brewery: filledColumns.insert(.brewery)
      case .style: filledColumns.insert(.style)
      case .abv: filledColumns.insert(.abv)
      case .rating: filledColumns.formUnion([.stars, .rating])
      case .place: filledColumns.insert(.place)
      }
    }
  }

  /// Notes the columns with values in the list's items.
  mutating func noteColumns(of items: [BeerListItem]) {
    filledColumns.remove(.sorted)
    if beers.window.hasPhotos { filledColumns.insert(.photo) }
    if beers.sortedValue != nil { filledColumns.insert(.sorted) }
    for kind in ListColumns.Kind.allCases where kind != .photo && !filledColumns.contains(kind) {
      if items.contains(where: kind.isFilled) { filledColumns.insert(kind) }
    }
  }
}
