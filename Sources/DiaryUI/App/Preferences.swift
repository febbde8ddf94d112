package import DiaryStore
package import DiaryText
package import Interchange

/// What the user's configuration says about the interface.
package struct Preferences: Hashable, Sendable {
  package var theme = ThemeChoice.auto
  package var dateFormat = DateText.Format.words
  /// What the list is sorted by at the start.
  package var order = BeerQuery.Order.date
  /// Whether that begins at the other end.
  package var isReversed = false
  /// Whether the list shows cards at the start.
  package var showsCards = false
  package var usesMouse = true
  package var actions = ActionTable.standard
  /// What columns of files to be imported are, by name.
  package var mappings: [SavedMapping] = []
  /// What is wrong with the configuration, told once.
  package var remark: String?

  package init() {}
}

/// Which colours go with the terminal's background.
package enum ThemeChoice: String, Hashable, Sendable, CaseIterable {
  /// By the background that `COLORFGBG` tells of, as rxvt, Konsole and others set it; else colours for any.
  ///
  /// The terminal itself is not asked: its answer could come after the program has ended, and would be typed into the
  /// shell.
  case auto
  case dark
  case light
  /// No colours at all.
  case mono

  /// How it looks here.
  ///
  /// - Parameters:
  ///   - usesColor: Whether colours are wanted at all.
  ///   - colors: The value of `COLORFGBG`, such as `0;15`: the numbers of foreground and background.
  package func theme(usesColor: Bool, colors: String?) -> Theme {
    let background: Theme.Background =
      switch self {
      case .dark: .dark
      case .light: .light
      case .auto, .mono: Self.background(colors)
      }
    return Theme(usesColor: usesColor && self != .mono, on: background)
  }

  private static func background(_ colors: String?) -> Theme.Background {
    guard let color = colors?.split(separator: ";").last.flatMap({ Int($0) }) else { return .unknown }
    return color == 7 || 9...15 ~= color ? .light : .dark
  }
}
