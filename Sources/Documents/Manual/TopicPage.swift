import DiaryModel

/// A manual page about something other than a command, in section 7.
struct TopicPage: Sendable {
  let name: String
  /// The line that `whatis` and `apropos` show.
  let summary: String
  private let write: @Sendable (inout Roff) -> Void

  static let all = [
    TopicPage(name: "beerdiary-filter", summary: "the filter language of beerdiary", write: writeFilters),
    TopicPage(name: "beerdiary-keys", summary: "the keys and actions of beerdiary", write: writeKeys),
  ]

  /// The page in roff.
  func text(_ edition: ManualEdition) -> String {
    var page = Roff()
    page.macro("TH", name.uppercased(), "7", edition.date, edition.source, "Miscellaneous Information")
    page.macro("SH", "NAME")
    page.raw("\(Roff.escaped(name)) \\- \(Roff.escaped(summary))")
    write(&page)
    page.macro("SH", "SEE ALSO")
    page.raw("\(Roff.bold("beerdiary"))(1)")
    return page.text
  }

  private static func writeFilters(to page: inout Roff) {
    page.macro("SH", "DESCRIPTION")
    page.line(
      "A filter chooses beers: in commands such as list, stats, export and trash, and in the interface after pressing f."
    )
    page.line(
      "Quote filters in a shell. After an option that takes no value, a filter may begin with a minus.")
    page.macro("SH", "TERMS")
    page.definitions(FilterHelp.examples.map { (Roff.bold($0.filter), $0.meaning + ".") })
    page.macro("SH", "EXAMPLES")
    page.macro("EX")
    for line in [
      "beerdiary list 'style:stout rating>=4'", "beerdiary stats 'year:2024 -style:lager'",
      "beerdiary export '(stout or porter) abv>=9' -o strong.csv",
    ] { page.line(line) }
    page.macro("EE")
  }

  private static func writeKeys(to page: inout Roff) {
    page.macro("SH", "DESCRIPTION")
    page.line(
      "What each key does, screen by screen. In the interface, ? shows the keys of the screen and : finds an")
    page.line("action by its name. The settings file assigns other keys to an action by its name:")
    page.macro("EX")
    page.line("[keys]")
    page.line("add = [\"a\", \"Ctrl-N\"]")
    page.macro("EE")
    for screen in KeyList.screens {
      page.macro("SH", screen.title.uppercased())
      page.definitions(screen.actions.map { (Roff.bold($0.keys), "\($0.help) (\($0.name)).") })
    }
  }
}
