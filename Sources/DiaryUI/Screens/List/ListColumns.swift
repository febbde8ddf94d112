/// Where the columns of the compact list are, for a width.
///
/// What fits is shown: the name and the stars always, then date, brewery, thumbnail, ABV and style, in this order of
/// importance. What is left over widens the texts.
struct ListColumns: Hashable, Sendable {
  enum Kind: Hashable, Sendable, CaseIterable {
    case date, name, brewery, style, abv, stars, thumbnail
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
    var widths: [Kind: Int] = [.name: min(16, max(1, width - Self.gap - 5)), .stars: 5]
    let optional: [Kind] = [.date, .brewery] + (hasPhotos ? [.thumbnail] : []) + [.abv, .style]
    for kind in optional {
      guard Self.total(widths) + Self.gap + Self.least(kind) <= width else { break }
      widths[kind] = Self.least(kind)
    }
    Self.share(width - Self.total(widths), among: &widths)
    columns = Self.placed(widths)
  }

  private static func least(_ kind: Kind) -> Int {
    switch kind {
    case .date: 11
    case .name: 16
    case .brewery, .style: 10
    case .abv: 6
    case .stars: 5
    case .thumbnail: 25
    }
  }

  private static func most(_ kind: Kind) -> Int {
    switch kind {
    case .name: 46
    case .brewery: 36
    case .style: 30
    case .thumbnail: 28
    default: least(kind)
    }
  }

  /// Gives columns away one by one, a name getting more than the others.
  private static func share(_ spare: Int, among widths: inout [Kind: Int]) {
    let turns: [Kind] = [.name, .brewery, .name, .style, .brewery, .thumbnail]
    var spare = spare
    while spare > 0 {
      let before = spare
      for kind in turns where spare > 0 {
        guard let width = widths[kind], width < most(kind) else { continue }
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
