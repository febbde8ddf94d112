import DiaryText
import Terminal

extension Theme {
  /// Returns the title of a list with the number of its items: `Photos  24`.
  func listTitle(_ title: String, count: Int) -> StyledLine {
    [.init(title, self.title), .init("  \(NumberText.count(count))", secondary)]
  }

  /// Returns the line below a list that does not show all its items: `and 3 more`.
  func hiddenItems(_ count: Int) -> StyledLine {
    StyledLine("and \(NumberText.count(count)) more", secondary)
  }
}
