package import DiaryStore
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
  /// Light where `COLORFGBG` tells of a light background, as rxvt, Konsole and others set it; dark otherwise.
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
    let isLight = self == .light || self == .auto && Self.isLight(colors)
    return Theme(usesColor: usesColor && self != .mono, isLight: isLight)
  }

  private static func isLight(_ colors: String?) -> Bool {
    guard let background = colors?.split(separator: ";").last.flatMap({ Int($0) }) else { return false }
    return background == 7 || 9...15 ~= background
  }
}
