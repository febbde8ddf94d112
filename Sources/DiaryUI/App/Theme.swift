import Terminal

/// How things look, named by what they mean.
///
/// Only the terminal's own palette is used, so that its owner's choice of light or dark holds.
package struct Theme: Hashable, Sendable {
  package let usesColor: Bool
  /// Whether the terminal's background is light, on which cyan and yellow cannot be read.
  package let isLight: Bool

  package init(usesColor: Bool = true, isLight: Bool = false) {
    self.usesColor = usesColor
    self.isLight = isLight
  }

  let plain = Style.plain
  let name = Style(attributes: .bold)
  let title = Style(attributes: .bold)
  let secondary = Style(attributes: .dim)
  /// Stands in for what is not there: a name that is missing, a row that is being read.
  let placeholder = Style(attributes: .dim)
  var accent: Style { colored(isLight ? 4 : 6) }
  var key: Style { colored(isLight ? 4 : 6, .bold) }
  var stars: Style { colored(isLight ? Self.darkGold : 3) }
  var problem: Style { colored(1, .bold) }

  /// The row under the cursor: reverse video over all of it, with nothing that would make patches in it.
  func selected(_ style: Style) -> Style {
    Style(attributes: style.attributes.intersection(.bold).union(.reverse))
  }

  private static let darkGold: UInt8 = 136

  private func colored(_ index: UInt8, _ attributes: Style.Attributes = []) -> Style {
    Style(foreground: usesColor ? .indexed(index) : .standard, attributes: attributes)
  }
}
