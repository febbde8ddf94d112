import Terminal

/// Groups of lines, which stay together, in columns of about the same height.
struct TextColumns {
  private let columns: [[StyledLine]]

  /// Distributes groups, in their order.
  ///
  /// - Parameter count: The most columns.
  init(_ groups: [[StyledLine]], count: Int) {
    let total = Self.flowed(groups, height: .max).first?.count ?? 0
    let tallest = groups.map(\.count).max() ?? 0
    // The lowest columns that hold all groups.
    let fitting = (tallest...max(tallest, total)).lazy.map { Self.flowed(groups, height: $0) }
      .first { $0.count <= count }
    columns = fitting ?? []
  }

  /// Fills each column up to a height, with a blank line between groups.
  private static func flowed(_ groups: [[StyledLine]], height: Int) -> [[StyledLine]] {
    groups.reduce(into: []) { columns, group in
      if let last = columns.last, last.count + 1 + group.count <= height {
        columns[columns.count - 1] += [.blank] + group
      } else {
        columns.append(group)
      }
    }
  }

  /// Returns the lines of all columns, of which one begins every `distance` columns of the screen.
  func lines(at distance: Int) -> [StyledLine] {
    columns.reversed().reduce([]) { StyledLine.sideBySide($1, $0, at: distance) }
  }
}
