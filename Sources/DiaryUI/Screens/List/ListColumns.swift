import DiaryModel
import DiaryStore
import DiaryText
import Terminal

/// The columns of the compact list for a width.
///
/// Only columns with a value in a beer seen so far are shown, and those that the user has added. If not all fit, the
/// venue is left out first, then the rating's number, photos, style, ABV, the columns that the user has chosen from the
/// right, brewery and last the date; until then, names keep a width in which most are whole. The strip of the first photo
/// becomes the number of photos before anything is left out but the venue. Spare columns, and those that most values leave
/// blank, go first to names that are not whole, then to the texts whose width the user has not set, each in proportion to
/// what most values of the first beers need that were read. They are measured only then: scrolling and searching change no
/// widths.
///
/// Optional columns are added only if no other column is left out for them; texts become narrower instead. If a list is
/// sorted by a field without a column, by the number of beers or by the venue, a column for that is optional. A list with
/// one line for each label has no venue; its optional columns are the number of beers, the rating's number and the best
/// rating.
///
/// A wider list has all columns of a narrower one.
struct ListColumns: Sendable {
  enum Kind: Hashable, Sendable {
    case date
    /// How often the diary has the label, in a list with one line for each label or sorted by it.
    case times
    case name, brewery, style, abv, ibu, stars, rating
    /// The best rating of the label's beers.
    case best
    /// The field that the list is sorted by, if it has no column of its own.
    case sorted
    case serving, price, country, place, photo
    /// A custom field that the user has added.
    case custom(String)
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
  private static let minNameWidthWithSwatches = 20
  /// Names get this, if most need it, before other texts become wider.
  private static let usualNameWidth = 22
  /// Columns of texts keep this, however short most values are.
  private static let minSharedWidth = 14

  /// Whether each name has the color of the beer before it.
  let hasSwatches: Bool
  /// The column that the list is sorted by.
  let sorted: Kind
  let columns: [Column]

  /// Whether the column of photos has strips of them.
  var showsStrips: Bool { columns.contains { $0.kind == .photo && $0.width >= PhotoCell.strip } }

  /// Chooses the columns that fit a width.
  ///
  /// - Parameters:
  ///   - filled: The columns with values.
  ///   - sorted: The column that the list is sorted by.
  ///   - addsSorted: Whether that column is added if the list would not have it in another order.
  ///   - isDistinct: Whether the list has one line for each label.
  ///   - showsColors: Whether the colors of beers can be shown.
  ///   - hasStrips: Whether the column of photos may have a strip of the first one; otherwise it has only their number.
  ///   - layout: The columns as the user has arranged them.
  ///   - valueWidths: The widths in which most values are whole, if they are known.
  init(
    width: Int, filled: Set<Kind>, sorted: Kind, addsSorted: Bool = false, isDistinct: Bool,
    showsColors: Bool = false, hasStrips: Bool = true, layout: ColumnLayout = ColumnLayout(),
    valueWidths: [Kind: Int] = [:]
  ) {
    let hidden = layout.hidden
    func isShown(_ kind: Kind) -> Bool {
      kind == .name || kind.isAddition && layout.added.contains(kind)
        || filled.contains(kind) && (!hidden.contains(kind) || kind == .times)
    }
    let sets = Self.allSets(isDistinct, withChosen: layout.chosen).map { set in
      let shown = set.filter { kind, _ in isShown(kind) }
      return Dictionary(
        uniqueKeysWithValues: shown.map { kind, width in
          let usual = kind == .photo && !hasStrips ? PhotoCell.count : width
          return (kind, Self.minWidth(kind, usual, set: layout.width(of: kind)))
        })
    }
    var optional = isDistinct ? Self.optionalLabelColumns.filter { isShown($0.kind) } : []
    if addsSorted, let column = Self.optionalColumn(sortedBy: sorted) { optional.append(column) }
    func widths(for valueWidths: [Kind: Int]) -> [Kind: Int] {
      Self.widths(sets, adding: optional, width: width, layout, valueWidths)
    }
    columns = Self.placed(widths(for: valueWidths), in: layout.order)
    self.sorted = sorted
    // Not with the measured widths, which depend on the beers that were on the screen at the start: colors must not.
    hasSwatches =
      showsColors && filled.contains(.style)
      && widths(for: [:])[.name, default: 0] >= Self.minNameWidthWithSwatches
  }

  /// Returns the widths of the columns of the first set that fits, and of optional columns for which there is room.
  ///
  /// - Parameters:
  ///   - sets: Sets of columns with their minimum widths.
  ///   - optional: The optional columns, the most important one first.
  ///   - width: The width of the list.
  ///   - valueWidths: The widths in which most values are whole, if they are known.
  private static func widths(
    _ sets: [[Kind: Int]], adding optional: [OptionalColumn], width: Int, _ layout: ColumnLayout,
    _ valueWidths: [Kind: Int]
  ) -> [Kind: Int] {
    let chosen = sets.firstIndex { total($0) <= width }
    var widths = chosen.map { sets[$0] } ?? [.name: max(1, width)]
    // What most values leave blank is given to other columns.
    for (kind, needed) in valueWidths where layout.width(of: kind) == nil {
      widths[kind] = widths[kind].map { min($0, max(needed, minSharedWidth)) }
    }
    distribute(width - total(widths), among: &widths, layout, valueWidths)
    guard let chosen, let more = addingOptionalColumns(optional, to: sets[...chosen], width: width, layout)
    else { return widths }
    let others = widths
    widths = more.merging(others) { min($0, $1) }
    distribute(width - total(widths), among: &widths, upTo: others, layout, valueWidths)
    return widths
  }

  /// Returns the set that fits, with optional columns and narrower texts; `nil` if there is no room for any.
  ///
  /// A column is added only if every larger set has room for it, too. Otherwise, a list could lose it by becoming wider.
  ///
  /// - Parameters:
  ///   - optional: The optional columns, the most important one first.
  ///   - sets: The set that fits the width, after all larger ones.
  ///   - width: The width of the list.
  private static func addingOptionalColumns(
    _ optional: [OptionalColumn], to sets: ArraySlice<[Kind: Int]>, width: Int, _ layout: ColumnLayout
  ) -> [Kind: Int]? {
    guard let fitting = sets.last else { return nil }
    var result: [Kind: Int]?
    var added: [Kind: Int] = [:]
    for column in optional where fitting[column.kind] == nil && added[column.kind] == nil {
      added[column.kind] = minWidth(column.kind, column.width, set: layout.width(of: column.kind))
      func extended(_ set: [Kind: Int]) -> [Kind: Int] {
        narrowed(set, to: column.otherMinWidths, layout).merging(added) { first, _ in first }
      }
      let fitsLarger = sets.dropLast().allSatisfy { total(extended($0)) <= total($0) }
      guard fitsLarger, total(extended(fitting)) <= width else { break }
      result = extended(fitting)
    }
    return result
  }

  /// Returns a set with its columns as narrow as `minWidths`, except those whose width the user has set.
  private static func narrowed(
    _ set: [Kind: Int], to minWidths: [Kind: Int], _ layout: ColumnLayout
  ) -> [Kind: Int] {
    set.merging(
      minWidths.filter { set[$0.key] != nil && layout.width(of: $0.key) == nil }, uniquingKeysWith: min)
  }

  /// Returns the least width of a column: the one that the user has set; only the name becomes narrower than that.
  private static func minWidth(_ kind: Kind, _ usual: Int, set width: Int?) -> Int {
    guard let width else { return usual }
    return kind == .name ? min(usual, width) : width
  }

  /// Returns where the text of a column starts, as a distance from the left margin.
  func textStart(of column: Column) -> Int {
    column.start + (column.kind == .name && hasSwatches ? Self.swatchWidth : 0)
  }

  private static func maxWidth(of kind: Kind, _ width: Int) -> Int {
    switch kind {
    case .name: 72
    case .brewery: 48
    case .style: 36
    case .sorted, .custom: 28
    case .place: 56
    case .serving, .country: 24
    case .date, .times, .abv, .ibu, .stars, .rating, .best, .price, .photo: width
    }
  }

  /// Distributes spare columns one by one, each to the column that has the smallest part of what it needs.
  ///
  /// The name is the first to get them, up to the width that the user has set or that most names need.
  ///
  /// - Parameter limits: The widths that columns do not exceed, as far as they have one.
  private static func distribute(
    _ spare: Int, among widths: inout [Kind: Int], upTo limits: [Kind: Int] = [:], _ layout: ColumnLayout,
    _ valueWidths: [Kind: Int]
  ) {
    func limit(_ kind: Kind, _ width: Int) -> Int { min(maxWidth(of: kind, width), limits[kind] ?? .max) }
    func needed(_ kind: Kind) -> Int { valueWidths[kind] ?? kind.valueWidth }
    var spare = spare
    if let width = widths[.name] {
      let wanted = layout.width(of: .name) ?? min(usualNameWidth, needed(.name))
      let more = min(max(0, min(wanted, limits[.name] ?? .max) - width), max(0, spare))
      widths[.name] = width + more
      spare -= more
    }
    let flexible = layout.order.filter { layout.width(of: $0) == nil }
    while spare > 0 {
      let narrowest = flexible.compactMap { kind in widths[kind].map { (kind: kind, width: $0) } }
        .filter { $0.width < limit($0.kind, $0.width) }
        .min { $0.width * needed($1.kind) < $1.width * needed($0.kind) }
      guard let narrowest else { return }
      widths[narrowest.kind] = narrowest.width + 1
      spare -= 1
    }
  }

  /// Returns the width in which the values of all columns that a list of beers can have are usually whole.
  ///
  /// It depends on nothing that scrolling, sorting or searching changes.
  ///
  /// - Parameter filled: The columns with values.
  static func wholeWidth(filled: Set<Kind>, layout: ColumnLayout) -> Int {
    let shown = layout.columns.filter { column in
      column.isShown && (column.kind == .name || column.kind.isAddition || filled.contains(column.kind))
    }
    let widths = shown.map { ($0.kind, $0.width ?? $0.kind.valueWidth) }
    return total(Dictionary(uniqueKeysWithValues: widths))
  }

  /// Returns the widths in which nine of ten values of the beers are whole, for the columns whose values differ most.
  static func valueWidths(of items: [BeerListItem]) -> [Kind: Int] {
    let texts: [Kind: KeyPath<BeerListItem, String?>] = [
      .name: \.name, .brewery: \.brewery, .style: \.style, .place: \.place,
    ]
    return texts.reduce(into: [:]) { found, column in
      let widths = items.compactMap { BeerText.readable($0[keyPath: column.value])?.columns }.sorted()
      guard !widths.isEmpty else { return }
      found[column.key] = max(1, widths[widths.count * 9 / 10]) + (column.key == .name ? swatchWidth : 0)
    }
  }

  private static func total(_ widths: [Kind: Int]) -> Int {
    widths.values.reduce(0, +) + max(0, widths.count - 1) * gap
  }

  private static func placed(_ widths: [Kind: Int], in order: [Kind]) -> [Column] {
    var start = 0
    return order.compactMap { kind in
      guard let width = widths[kind] else { return nil }
      defer { start += width + gap }
      return Column(kind: kind, start: start, width: width)
    }
  }
}

extension ListScreen {
  /// The columns that few lines of a list of labels fill.
  struct SparseColumns: Hashable, Sendable {
    let kinds: Set<ListColumns.Kind>
    /// Whether the list from which that is known had neither a search nor a filter.
    let isOfAllLabels: Bool
  }

  /// Returns the columns for the list; a column that was shown stays while more beers are read.
  ///
  /// - Parameter width: The columns of the screen for them; `nil` for those that the list has.
  func columns(_ context: ScreenContext, width: Int? = nil) -> ListColumns {
    let query = beers.window.displayedQuery
    // A label has beers of several venues.
    let others: Set<ListColumns.Kind> = query.isDistinct ? [.place] : [.times, .best]
    let omitted = others.union(sparseColumns?.kinds ?? [])
    let sorted = sortedColumn(query.order, omitting: omitted)
    return ListColumns(
      width: width ?? listWidth(context) - 2, filled: filledColumns.subtracting(omitted), sorted: sorted,
      addsSorted: filledColumns.contains(sorted), isDistinct: query.isDistinct,
      showsColors: context.appearance.showsSwatches,
      // The pane next to the list has the photo itself.
      hasStrips: previewWidth(context) == nil, layout: layout.columns, valueWidths: valueWidths)
  }

  /// Returns the column that shows what the list is sorted by.
  ///
  /// - Parameter omitted: The columns that the list does not have.
  private func sortedColumn(
    _ order: BeerQuery.Order, omitting omitted: Set<ListColumns.Kind>
  ) -> ListColumns.Kind {
    if order.field == nil { return ListColumns.Kind(order) }
    let shown = layout.columns.columns.filter(\.isShown).map(\.kind) + [.best]
    return shown.first { $0.isSorted(by: order) && !omitted.contains($0) } ?? .sorted
  }
}

extension ListColumns.Kind {
  /// The columns of which the list notes whether any beer has a value.
  static let noted: [Self] = [
    .date, .times, .name, .brewery, .style, .abv, .stars, .rating, .best, .sorted, .place, .photo,
  ]

  /// The width in which most values are whole.
  fileprivate var valueWidth: Int {
    switch self {
    case .name, .place: 30
    case .brewery: 28
    case .style: 18
    case .sorted, .custom, .serving: 16
    case .country: 14
    case .date: 11
    case .price: 8
    case .abv, .photo: 6
    case .stars, .best: 5
    case .times, .ibu, .rating: 4
    }
  }

  /// Creates the column of a built-in order; ``sorted`` for a custom field.
  init(_ order: BeerQuery.Order) {
    self = (Self.chosen + [.best]).first { $0.isSorted(by: order) } ?? .sorted
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
    case .ibu, .serving, .price, .country, .custom: true
    }
  }
}

extension ListScreen {
  /// Notes the columns of beers that are not on the screen, so that they do not appear later.
  mutating func noteColumns(_ names: [String]) {
    if beers.window.hasPhotos { filledColumns.insert(.photo) }
    for kind in ListColumns.Kind.noted {
      if let column = kind.column, names.contains(column.name) { filledColumns.insert(kind) }
    }
  }

  /// Notes the columns with values in the list's items.
  mutating func noteColumns(of items: [BeerListItem]) {
    filledColumns.remove(.sorted)
    if beers.window.hasPhotos { filledColumns.insert(.photo) }
    if beers.sortedValue != nil { filledColumns.insert(.sorted) }
    for kind in ListColumns.Kind.noted where kind != .photo && !filledColumns.contains(kind) {
      if items.contains(where: kind.isFilled) { filledColumns.insert(kind) }
    }
    noteSparseColumns(in: items)
    if valueWidths.isEmpty, items.count >= Self.minMeasured {
      valueWidths = ListColumns.valueWidths(of: items)
    }
  }

  /// Notes the columns of a list of labels that would be nearly empty, until another kind of list is shown, so that they
  /// do not come and go with the order or a search.
  ///
  /// A list that was opened with a search or a filter says little about all labels, so they are noted again without it.
  private mutating func noteSparseColumns(in items: [BeerListItem]) {
    let query = beers.window.displayedQuery
    guard query.isDistinct else { return sparseColumns = nil }
    let isDecided = sparseColumns.map { $0.isOfAllLabels || !query.hasAllBeers } ?? false
    if isDecided || items.isEmpty { return }
    let counts: [ListColumns.Kind: Int] = [
      .times: items.count(where: \.isRepeated), .best: items.count { !$0.bestText.isEmpty },
    ]
    sparseColumns = SparseColumns(
      kinds: Set(counts.filter { $0.value * Self.minUse < items.count }.keys),
      isOfAllLabels: query.hasAllBeers)
  }

  /// A column of a list of labels has a value in one of so many lines.
  private static let minUse = 20
  /// The values of fewer beers say too little about those that come later.
  private static let minMeasured = 10
}
