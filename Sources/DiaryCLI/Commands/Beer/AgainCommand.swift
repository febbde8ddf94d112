import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText

struct AgainCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "again", abstract: "Add a beer that you have had before.",
    discussion: """
      Name, brewery, style, and ABV are those of the label. The date is today unless you set --date, and the beer has no \
      rating unless you give one.

      EXAMPLES:
        beerdiary again Orval --rating 4.5
        beerdiary again Purple Haze
        beerdiary again 12 --place "Café de Klomp" --notes "Fresher than last time."
      """)

  static let json: JSONType = .object("beer")

  @OptionGroup var options: StoreOptions

  @Argument(help: LabelReference.help, completion: .beers)
  var words: [String]

  @OptionGroup var fields: FieldOptions
  @OptionGroup var output: OutputOptions

  func validate() throws { _ = try LabelReference(words) }

  func run(in context: CommandContext) throws {
    try context.withDiary(options, .changing) { diary in
      let label = try existingLabel(in: diary, context)
      var values = BeerFields(label.facts)
      values.drunkAt = .today
      let fields = try fields.readingNotes(in: context)
      try fields.apply(
        to: &values, customFields: fields.customFields(of: diary), format: context.dates.format)
      let beer = try diary.add(NewBeer(fields: values), toLabel: label.uuid)
      try context.reportAdded(beer, to: diary, output)
    }
  }

  /// Returns the label that the user named.
  ///
  /// - Throws: If there is no such label, or more than one; lists labels with similar names, and suggests `add`.
  private func existingLabel(in diary: Diary, _ context: CommandContext) throws -> Label {
    let label = try LabelReference(words)
    do {
      return try label.resolve(in: diary, dates: context.dates)
    } catch LabelError.noSuchLabel(let name) {
      let add = options.suggestion("add", label.text)
      let list = options.suggestion("labels")
      let similar = try diary.menuAnswers(to: [label.text]).first?.kind.labels ?? []
      if !similar.isEmpty {
        let lines = try LabelReference.lines(similar, in: diary, dates: context.dates)
        let sentence =
          "There is no label \(name), but similar ones. Choose one by the id of its beer, or add the beer with \(add):"
        throw CommandFailure(sentence: ([sentence] + lines).joined(separator: "\n"), status: .noInput)
      }
      throw CommandFailure(
        sentence: "There is no label \(name). Add the beer with \(add), or see the labels with \(list).",
        status: .noInput)
    }
  }
}
