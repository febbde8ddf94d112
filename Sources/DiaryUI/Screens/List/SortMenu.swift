import DiaryModel
import DiaryStore
import Terminal

/// The orders of the list, on one or more lines: the built-in ones, and the diary's custom fields.
struct SortMenu: Hashable {
  struct Choice: Hashable {
    let key: Character
    /// `nil` asks for a field by its name.
    let order: BeerQuery.Order?
  }

  private static let builtIn = [
    Choice(key: "d", order: .date), Choice(key: "n", order: .name), Choice(key: "b", order: .brewery),
    Choice(key: "r", order: .rating), Choice(key: "a", order: .abv), Choice(key: "s", order: .style),
    Choice(key: "t", order: .times),
  ]
  private static let digits = "123456789"
  private static let gap = 2

  let choices: [Choice]

  /// Creates a menu of the built-in orders and the diary's custom fields.
  ///
  /// - Parameter vocabulary: `nil` while the diary's fields are being read.
  init(_ vocabulary: FilterVocabulary?) {
    let fields = CustomFieldName.distinct(vocabulary?.customFields ?? [])
    choices =
      Self.builtIn + zip(Self.digits, fields).map { Choice(key: $0, order: .custom($1)) }
      + (fields.count > Self.digits.count ? [Choice(key: "f", order: nil)] : [])
  }

  func choice(for key: Character) -> Choice? { choices.first { $0.key == key } }

  /// The choice of the present order, or the one that asks for a field.
  private func present(_ query: BeerQuery) -> Choice? {
    choices.first { $0.order == query.order } ?? choices.last { $0.order == nil }
  }

  /// The choice under the highlight.
  ///
  /// - Parameter key: The key of the choice that the highlight was moved to; `nil` until it is moved.
  func highlighted(_ key: Character?, _ query: BeerQuery) -> Choice? {
    key.flatMap(choice) ?? present(query) ?? choices.first
  }

  /// Returns the choice `step` steps after another, wrapping around at the ends.
  func neighbor(of choice: Choice?, by step: Int) -> Choice? {
    let index = choices.firstIndex { $0 == choice } ?? 0
    return choices.isEmpty ? nil : choices[(index + step + choices.count) % choices.count]
  }

  // MARK: - Drawing

  /// `Sort by  • d date, newest first  n name ...`: the present order has a mark and its direction.
  private func items(highlighting highlighted: Choice?, _ context: ScreenContext) -> [StyledLine] {
    let theme = context.theme
    let present = present(context.list.window.query)
    let label = StyledLine("Sort by", theme.accent)
    return [label]
      + choices.map { choice in
        let isPresent = choice == present
        let name = name(choice, isPresent: isPresent, context)
        let line: StyledLine = [
          .init(
            (isPresent ? "\(context.glyphs.mark) " : "") + String(choice.key), theme.key),
          .init(" " + name, isPresent ? theme.name : theme.secondary),
        ]
        guard choice == highlighted else { return line }
        return StyledLine(line.spans.map { .init($0.text, theme.reversed($0.style)) })
      }
  }

  private func name(_ choice: Choice, isPresent: Bool, _ context: ScreenContext) -> String {
    let order = context.list.window.query.order
    return switch (choice.order, isPresent) {
    case (let order?, false): ListHeader.name(order)
    case (nil, false): "another field"
    case (.some, true): "\(ListHeader.name(order)), \(ListHeader.direction(context.list))"
    case (nil, true): "another field (now \(order.name), \(ListHeader.direction(context.list)))"
    }
  }

  /// Returns the lines that fit, including the highlighted choice.
  ///
  /// - Parameter key: The key of the choice that the highlight was moved to; `nil` until it is moved.
  func page(highlighting key: Character?, _ context: ScreenContext) -> Page {
    let width = context.layout.contentWidth
    let highlighted = highlighted(key, context.list.window.query)
    let items = items(highlighting: highlighted, context)
    let positions = items.flowPositions(to: width, gap: Self.gap)
    let cursor =
      zip(choices, positions.dropFirst()).first { $0.0 == highlighted }?.1 ?? Point(column: 0, row: 0)
    let maxRows = max(1, context.size.height / 2)
    let firstRow = max(0, cursor.row + 1 - maxRows)
    return Page(
      lines: Array(items.flowed(to: width, gap: Self.gap).dropFirst(firstRow).prefix(maxRows)),
      cursor: Point(column: cursor.column, row: cursor.row - firstRow),
      choices: zip(choices, zip(positions, items).dropFirst()).map { choice, item in
        let (position, line) = item
        return (choice, Point(column: position.column, row: position.row - firstRow), line.columns)
      })
  }

  struct Page {
    let lines: [StyledLine]
    /// The position of the highlight in the lines.
    let cursor: Point
    fileprivate let choices: [(Choice, position: Point, columns: Int)]

    /// Returns the choice at a position in the lines.
    func choice(at point: Point) -> Choice? {
      choices.first { $1.row == point.row && $1.column..<$1.column + $2 ~= point.column }?.0
    }
  }
}
