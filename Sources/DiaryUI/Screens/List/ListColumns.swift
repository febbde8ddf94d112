/// Where the columns of the compact list are, for a width.
///
/// Name and stars are always shown. Where not all fits, the photo's description is shortened first; then the rating's
/// number goes, style, ABV, the photo's strip, brewery, photo and at last the date. What is left over widens the texts.
struct ListColumns: Hashable, Sendable {
  enum Kind: Hashable, Sendable, CaseIterable {
    case date, name, brewery, style, abv, stars, rating, photo
  }

  struct Column: Hashable, Sendable {
    let kind: Kind
    /// From the left margin.
    let start: Int
    let width: Int
  }

  static let gap = 2
  let columns: [Column]

  init(width: Int, hasPhotos: Bool) {
    var widths =
      Self.choices.map { hasPhotos ? $0 : $0.filter { $0.key != .photo } }
      .first { Self.total($0) <= width } ?? [.name: max(1, width - Self.gap - 5), .stars: 5]
    Self.share(width - Self.total(widths), among: &widths)
    columns = Self.placed(widths)
  }

  /// What may be shown, and how wide at least; the first that fits is.
  private static let choices: [[Kind: Int]] = [
    [.date: 11, .name: 28, .brewery: 20, .style: 14, .abv: 6, .stars: 5, .rating: 4, .photo: PhotoCell.full],
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
  ]

  private static func most(_ kind: Kind, _ width: Int) -> Int {
    switch kind {
    case .name: 60
    case .brewery: 36
    case .style: 26
    case .photo: width >= PhotoCell.full ? PhotoCell.full + 4 : width
    case .date, .abv, .stars, .rating: width
    }
  }

  /// Gives columns away one by one, a brewery getting more than the others, whose names are long and begin alike.
  private static func share(_ spare: Int, among widths: inout [Kind: Int]) {
    let turns: [Kind] = [.brewery, .name, .brewery, .style, .photo]
    var spare = spare
    while spare > 0 {
      let before = spare
      for kind in turns where spare > 0 {
        guard let width = widths[kind], width < most(kind, width) else { continue }
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
