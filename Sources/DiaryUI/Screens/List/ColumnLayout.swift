import DiaryModel
import DiaryStore

/// The columns of the list as the user has arranged them, from the left, including those that are not shown.
struct ColumnLayout: Hashable, Sendable {
  struct Column: Hashable, Sendable {
    let kind: ListColumns.Kind
    var isShown: Bool
    /// The width that the user has set; `nil` for one that depends on the screen.
    var width: Int?
    /// Whether the user has shown or moved it.
    var wasArranged = false

    /// Whether the user has said in some way that the list should have it.
    fileprivate var isChosen: Bool {
      isShown && kind != .name && (kind.isAddition || wasArranged || width != nil)
    }
  }

  static let widths = 3...80

  private(set) var columns = Self.standard

  private static let standard = ListColumns.Kind.chosen.map {
    Column(kind: $0, isShown: !$0.isAddition, width: nil)
  }

  init() {}

  /// Creates a layout from columns that were kept, which may be those of another version of the program.
  init(_ kept: [Column]) {
    var columns: [Column] = []
    for column in kept where !columns.contains(where: { $0.kind == column.kind }) {
      var column = column
      column.width = column.width.map { min(max($0, Self.widths.lowerBound), Self.widths.upperBound) }
      if column.kind == .name { column.isShown = true }
      columns.append(column)
    }
    // New columns follow the one that they follow in the standard layout.
    for (index, column) in Self.standard.enumerated()
    where !columns.contains(where: { $0.kind == column.kind }) {
      let previous = index == 0 ? nil : Self.standard[index - 1].kind
      let position = columns.firstIndex { $0.kind == previous }.map { $0 + 1 } ?? 0
      columns.insert(column, at: position)
    }
    self.columns = columns
  }

  /// The columns that the user has switched off.
  var hidden: Set<ListColumns.Kind> { Set(columns.filter { !$0.isShown }.map(\.kind)) }

  /// The shown columns that are not in the standard layout, in their order.
  var added: [ListColumns.Kind] { columns.filter { $0.isShown && $0.kind.isAddition }.map(\.kind) }

  /// The columns that come before others if there is little room, in their order: those that the user has added, shown,
  /// moved or given a width.
  var chosen: [ListColumns.Kind] { columns.filter(\.isChosen).map(\.kind) }

  /// The columns in their order; the best rating and the value by which the list is sorted follow the rating.
  var order: [ListColumns.Kind] {
    columns.flatMap { $0.kind == .rating ? [$0.kind, .best, .sorted] : [$0.kind] }
  }

  func width(of kind: ListColumns.Kind) -> Int? { columns.first { $0.kind == kind }?.width }

  /// The fields that list items need for the columns.
  var fields: [ListItemField] { added.compactMap(\.field) }

  // MARK: - Changing

  /// Adds the custom fields that have no column yet, which are not shown.
  mutating func offer(_ customFields: [String]) {
    let known = columns.compactMap { if case .custom(let name) = $0.kind { name } else { nil } }
    for name in customFields where !known.contains(where: { FilterKeyword.areSame(name, $0) }) {
      columns.append(Column(kind: .custom(name), isShown: false, width: nil))
    }
  }

  /// Shows or hides a column; the name stays.
  mutating func toggle(_ index: Int) {
    guard columns.indices.contains(index), columns[index].kind != .name else { return }
    columns[index].isShown.toggle()
    columns[index].wasArranged = columns[index].isShown
  }

  /// Lets a shown column that has no room come before others.
  mutating func prefer(_ index: Int) {
    if columns.indices.contains(index) { columns[index].wasArranged = true }
  }

  /// Moves a column one position, and returns its index.
  mutating func move(_ index: Int, by offset: Int) -> Int {
    guard columns.indices.contains(index), columns.indices.contains(index + offset) else { return index }
    columns.swapAt(index, index + offset)
    columns[index + offset].wasArranged = true
    return index + offset
  }

  mutating func setWidth(_ index: Int, to width: Int) {
    guard columns.indices.contains(index) else { return }
    columns[index].width = min(max(width, Self.widths.lowerBound), Self.widths.upperBound)
  }
}

extension ColumnLayout: Codable {
  private struct Kept: Codable {
    let name: String
    let isShown: Bool
    let width: Int?
    let wasArranged: Bool?
  }

  init(from decoder: any Decoder) throws {
    let kept = try [Kept](from: decoder)
    self.init(
      kept.compactMap { column in
        ListColumns.Kind(keptName: column.name).map {
          Column(
            kind: $0, isShown: column.isShown, width: column.width, wasArranged: column.wasArranged ?? false)
        }
      })
  }

  /// Leaves out custom fields that are not shown and have no width of their own, because ``offer(_:)`` adds them again.
  func encode(to encoder: any Encoder) throws {
    let kept = columns.filter { column in
      if case .custom = column.kind { column.isShown || column.width != nil } else { true }
    }
    try kept.map {
      Kept(
        name: $0.kind.keptName, isShown: $0.isShown, width: $0.width,
        wasArranged: $0.wasArranged ? true : nil)
    }.encode(to: encoder)
  }
}

extension ListColumns.Kind {
  /// The columns of every diary that the user can choose, in their usual order.
  static let chosen: [Self] = [
    .date, .times, .name, .brewery, .style, .abv, .ibu, .stars, .rating, .serving, .price, .country, .place,
    .photo,
  ]

  /// Whether the column is not in the standard layout, but can be added by the user.
  var isAddition: Bool {
    switch self {
    case .times, .ibu, .serving, .price, .country, .custom: true
    case .date, .name, .brewery, .style, .abv, .stars, .rating, .best, .sorted, .place, .photo: false
    }
  }

  /// The field that list items need; `nil` if they always have it.
  var field: ListItemField? {
    switch self {
    case .times, .serving, .price, .country: .property(keptName)
    case .custom(let name): .custom(name)
    default: nil
    }
  }

  /// The name on the screen.
  var name: String {
    switch self {
    case .times: "Times had"
    case .name: "Beer"
    case .stars: "Rating in stars"
    case .rating: "Rating in figures"
    case .best: "Best rating"
    case .sorted: "Sorted by"
    case .country: "Country"
    case .photo: "Photos"
    case .custom(let name): CustomFieldName.shown(name)
    case .date, .brewery, .style, .abv, .ibu, .serving, .price, .place:
      column?.label ?? keptName
    }
  }

  /// The diary's column whose values are shown; `nil` if they are of no column.
  var column: BeerColumn? {
    switch self {
    case .date: .named("drunk_at")
    case .stars, .rating: .named("rating")
    default: .named(keptName)
    }
  }

  /// The order of a list that is sorted by the column; `nil` for ``sorted``, whose order only the list knows.
  var order: BeerQuery.Order? {
    if case .custom(let name) = self { return .custom(name) }
    return BeerQuery.Order.builtIn.first { $0.name == orderName }
  }

  /// Whether a list in an order is sorted by the column; the name of a custom field can be in any spelling.
  func isSorted(by order: BeerQuery.Order) -> Bool {
    switch (self, order) {
    case (.custom(let name), .custom(let field)): FilterKeyword.areSame(name, field)
    case (.custom, _), (_, .custom): false
    default: order.name == orderName
    }
  }

  private var orderName: String {
    switch self {
    case .stars: "rating"
    case .best: "best_rating"
    case .photo: "photos"
    default: keptName
    }
  }

  private static let customPrefix = "extras."

  /// The name in the file that keeps the layout.
  fileprivate var keptName: String {
    if case .custom(let name) = self { Self.customPrefix + name } else { "\(self)" }
  }

  fileprivate init?(keptName: String) {
    if keptName.hasPrefix(Self.customPrefix) {
      self = .custom(String(keptName.dropFirst(Self.customPrefix.count)))
      return
    }
    guard let kind = Self.chosen.first(where: { "\($0)" == keptName }) else { return nil }
    self = kind
  }
}
