// The columns from which those of a list are chosen.
extension ListColumns {
  /// A column for which other columns become narrower.
  struct OptionalColumn {
    let kind: Kind
    /// The minimum width.
    let width: Int
    /// The minimum widths of texts next to the column.
    var otherMinWidths: [Kind: Int] = [.name: 16, .brewery: 9, .style: 8, .place: 10]

    /// The number of beers, which is so narrow that texts give way more.
    static let times = OptionalColumn(
      kind: .times, width: 4, otherMinWidths: [.name: 12, .brewery: 8, .style: 7, .place: 10])
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

  /// Returns the sets of columns with those that the user has added, which give way together with the brewery.
  static func allSets(_ isDistinct: Bool, withAdded added: [Kind]) -> [[Kind: Int]] {
    func extended(_ set: [Kind: Int], with added: some Sequence<Kind>) -> [Kind: Int] {
      set.merging(added.map { ($0, $0.addedMinWidth) }, uniquingKeysWith: { first, _ in first })
    }
    let narrow =
      sets.narrow.prefix(1).flatMap { set in
        (0...added.count).reversed().map { extended(set, with: added.prefix($0)) }
      } + sets.narrow.dropFirst()
    let all = sets.roomy.map { extended($0, with: added) } + narrow
    return isDistinct ? all.map { $0.filter { kind, _ in kind != .place && kind != .rating } } : all
  }

  /// Sets of columns with their minimum widths; the first that fits is used.
  private struct Sets {
    /// Those that have everything that the user has added as well.
    let roomy: [[Kind: Int]]
    /// Those after them: what the user has added leaves the first of them column by column, and the others do not have it.
    let narrow: [[Kind: Int]]
  }

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
      [.date: 11, .name: 24, .brewery: 19, .style: 13, .abv: 6, .stars: 5, .photo: PhotoCell.count],
      [.date: 11, .name: 19, .brewery: 16, .style: 11, .abv: 6, .stars: 5, .photo: PhotoCell.strip],
      // For a screen of 80 columns.
      [.date: 11, .name: 18, .brewery: 11, .style: 10, .abv: 6, .stars: 5, .photo: PhotoCell.count],
      // For a screen of 100 columns, next to a pane.
      [.date: 11, .name: 16, .brewery: 9, .style: 8, .abv: 6, .stars: 5, .photo: PhotoCell.count],
      [.date: 11, .name: 18, .brewery: 14, .abv: 6, .stars: 5, .photo: PhotoCell.count],
    ],
    narrow: [
      [.date: 11, .name: 16, .brewery: 10, .stars: 5, .photo: PhotoCell.count],
      [.date: 11, .name: 18, .stars: 5, .photo: PhotoCell.count],
      [.date: 11, .name: 12, .stars: 5],
      [.name: 9, .stars: 5],
      [.name: 9],
    ])
}

extension ListColumns.Kind {
  /// The least width of a column that the user has added.
  fileprivate var addedMinWidth: Int {
    switch self {
    case .times, .ibu: 4
    case .price: 8
    case .serving, .country, .custom: 12
    case .date, .name, .brewery, .style, .abv, .stars, .rating, .best, .sorted, .place, .photo: 0
    }
  }
}
