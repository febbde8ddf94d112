// The columns from which those of a list are chosen.
extension ListColumns {
  /// A column for which other columns become narrower.
  struct OptionalColumn {
    let kind: Kind
    /// The minimum width.
    let width: Int
    /// The minimum widths of texts next to the column.
    var otherMinWidths: [Kind: Int] = [.name: 20, .brewery: 9, .style: 8, .place: 10]

    /// The number of beers, which is so narrow that texts give way more.
    static let times = OptionalColumn(
      kind: .times, width: 4, otherMinWidths: [.name: 18, .brewery: 8, .style: 7, .place: 10])
  }

  /// The optional columns of a list of labels, the most important one first; the rating's number is one of them, because
  /// stars round the mean.
  static let optionalLabelColumns: [OptionalColumn] = [
    .times, OptionalColumn(kind: .rating, width: 4), OptionalColumn(kind: .best, width: 5),
  ]

  /// Returns the column that a list has only if it is sorted by it; `nil` for columns that it has in every order.
  static func optionalColumn(sortedBy kind: Kind) -> OptionalColumn? {
    switch kind {
    case .sorted, .place: OptionalColumn(kind: kind, width: 10)
    case .times: .times
    default: nil
    }
  }

  /// Returns the sets of columns with those that the user has chosen, which give way together with the brewery.
  static func allSets(_ isDistinct: Bool, withChosen chosen: [Kind]) -> [[Kind: Int]] {
    func extended(_ set: [Kind: Int], with added: some Sequence<Kind>) -> [Kind: Int] {
      set.merging(added.map { ($0, $0.chosenMinWidth) }, uniquingKeysWith: { first, _ in first })
    }
    let narrow =
      sets.narrow.prefix(1).flatMap { set in
        (0...chosen.count).reversed().map { extended(set, with: chosen.prefix($0)) }
      } + sets.narrow.dropFirst()
    let beforeNarrow = chosen.isEmpty ? [] : [extended(sets.tightestWithAllChosen, with: chosen)]
    let all = sets.roomy.map { extended($0, with: chosen) } + beforeNarrow + narrow
    return isDistinct ? all.map { $0.filter { kind, _ in kind != .place && kind != .rating } } : all
  }

  /// Sets of columns with their minimum widths; the first that fits is used.
  private struct Sets {
    /// Those that have everything that the user has chosen as well.
    let roomy: [[Kind: Int]]
    /// The last that has everything that the user has chosen, if that is anything.
    let tightestWithAllChosen: [Kind: Int]
    /// Those after them: what the user has chosen leaves the first of them column by column, and the others do not have it.
    let narrow: [[Kind: Int]]
  }

  // Names keep 22 columns, of which the color has two, until only the date and the stars are left next to them. Without
  // the number after them, the stars have the width of their title.
  private static let sets = Sets(
    roomy: [
      [
        .date: 11, .name: 28, .brewery: 26, .style: 16, .abv: 6, .stars: 5, .rating: 4, .place: 26,
        .photo: PhotoCell.strip,
      ],
      [
        .date: 11, .name: 26, .brewery: 23, .style: 14, .abv: 6, .stars: 5, .rating: 4, .place: 24,
        .photo: PhotoCell.count,
      ],
      [
        .date: 11, .name: 26, .brewery: 20, .style: 13, .abv: 6, .stars: 5, .rating: 4, .place: 20,
        .photo: PhotoCell.count,
      ],
      [
        .date: 11, .name: 26, .brewery: 24, .style: 14, .abv: 6, .stars: 5, .rating: 4,
        .photo: PhotoCell.strip,
      ],
      [
        .date: 11, .name: 26, .brewery: 23, .style: 14, .abv: 6, .stars: 5, .rating: 4,
        .photo: PhotoCell.count,
      ],
      // For a screen of 100 columns without a pane.
      [.date: 11, .name: 25, .brewery: 20, .style: 13, .abv: 6, .stars: 6, .photo: PhotoCell.count],
      // For a screen of 80 columns.
      [.date: 11, .name: 22, .brewery: 12, .style: 11, .abv: 6, .stars: 6],
      // For a screen of 100 columns, next to a pane.
      [.date: 11, .name: 22, .brewery: 9, .style: 8, .abv: 6, .stars: 6],
      [.date: 11, .name: 22, .brewery: 15, .abv: 6, .stars: 6],
    ],
    tightestWithAllChosen: [.date: 11, .name: 22, .brewery: 9, .stars: 6],
    narrow: [
      [.date: 11, .name: 22, .brewery: 12, .stars: 6],
      // For a screen of 40 columns.
      [.date: 11, .name: 18, .stars: 5],
      [.date: 11, .name: 12, .stars: 5],
      [.name: 9, .stars: 5],
      [.name: 9],
    ])
}

extension ListColumns.Kind {
  /// The least width of a column that the user has chosen.
  fileprivate var chosenMinWidth: Int {
    switch self {
    case .times, .ibu, .rating: 4
    case .stars, .best, .photo: 5
    case .abv: 6
    case .price, .style: 8
    case .brewery, .sorted: 10
    case .date: 11
    case .name, .serving, .country, .custom: 12
    case .place: 14
    }
  }
}
