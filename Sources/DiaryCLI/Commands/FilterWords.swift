import ArgumentParser
import DiaryModel
import DiaryStore

/// The filter of every command that takes one.
struct FilterWords: ParsableArguments {
  static let valueName = "filter"

  @Argument(
    help: ArgumentHelp(
      "Only beers that match this filter, for example style:stout (see `beerdiary list --help`). Several words are one filter.",
      valueName: valueName),
    completion: .filter)
  var words: [String] = []

  /// The filter as typed; empty for all beers.
  var text: String { CommandLineWords.joined(words) }

  /// Parses the filter without a diary, to report mistakes before the diary is opened.
  func check(in context: CommandContext) throws { _ = try argument(context).filter() }

  /// Returns the filter for a diary.
  func filter(of diary: Diary, in context: CommandContext) throws -> BeerFilter {
    try argument(context).filter(of: diary)
  }

  private func argument(_ context: CommandContext) -> FilterArgument {
    FilterArgument(text, dates: context.dates)
  }
}
