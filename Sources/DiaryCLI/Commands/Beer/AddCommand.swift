import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import Foundation
import Interchange

struct AddCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a beer to the diary.",
    discussion: """
      The date is today unless you set --date; --date "" leaves it empty. Without a name, asks on a terminal for the \
      name, brewery, style, ABV, rating and notes. Enter leaves a field empty, or takes the value in brackets, which you \
      had on the beer before. Ctrl-C and Ctrl-D add nothing.

      EXAMPLES:
        beerdiary add
        beerdiary add Purple Haze --rating 4
        beerdiary add Orval --brewery "Abbaye d'Orval" --rating 4.5
        beerdiary add "Märzen 1872" --abv 5.4 --set hop=Hallertau --set vintage=2015
        beerdiary add Orval --notes - <notes.txt
      """)

  static let json: JSONType = .object("beer")
  static let exitStatuses: [ExitStatus] = [.cannotCreate]

  @OptionGroup var options: StoreOptions

  @Argument(
    help: ArgumentHelp(
      "The name on the label. Words are joined. Without it, you are asked.", valueName: "name"))
  var words: [String] = []

  @OptionGroup var fields: FieldOptions
  @OptionGroup var output: OutputOptions

  private var name: String? { words.isEmpty ? nil : CommandLineWords.joined(words) }

  func validate() throws {
    if let name, BeerText.readable(name) == nil { throw ValidationError("A beer needs a name.") }
  }

  func run(in context: CommandContext) throws {
    guard name != nil || context.canAsk else {
      throw ValidationError("add requires the name of the beer, for example `beerdiary add Orval`.")
    }
    if context.isMissing(options) {
      // A new diary has no custom fields, so a wrong field is refused before the diary is created.
      var values = BeerFields()
      try fields.apply(to: &values, format: context.dates.format)
    }
    try context.withDiary(options, .changing, createsMissing: true) { diary in
      var values = BeerFields(name: BeerText.readable(name), drunkAt: .today)
      let fields = try fields.readingNotes(in: context)
      try fields.apply(
        to: &values, customFields: fields.customFields(of: diary), format: context.dates.format)
      if name == nil, try !NewBeerPrompt(diary: diary, context: context).ask(for: &values) {
        return context.errors.line("Nothing was added.")
      }
      let beer = try diary.add(NewBeer(fields: values))
      try context.reportAdded(beer, to: diary, output)
      if !output.json, !output.quiet { try suggestOtherLabel(for: beer, diary, context) }
    }
  }

  /// Prints how to undo the choice of the label that a beer without a brewery has by its name, or how to give a beer with
  /// one the label of the only one with its name, if that has no brewery.
  private func suggestOtherLabel(for beer: Beer, _ diary: Diary, _ context: CommandContext) throws {
    guard let label = try diary.label(ofBeer: beer.id) else { return }
    if beer.fields.brewery == nil {
      if label.history.times < 2 || label.facts.brewery == nil { return }
      let splitting = options.suggestion("labels", "split", String(beer.id))
      return context.output.line(
        "It counts as \(LabelText.title(label.facts)). If it is another beer, use \(splitting).")
    }
    if label.history.times > 1 { return }
    let name = beer.fields.name ?? ""
    let others = try diary.labels(named: name).filter { $0.uuid != label.uuid && $0.facts.brewery == nil }
    guard others.count == 1, let newest = try diary.beers(ofLabel: others[0].uuid).first else { return }
    let merging = options.suggestion("labels", "merge", String(beer.id), "--into", String(newest.id))
    context.output.line("If it is the same as \(LabelText.title(others[0].facts)), use \(merging).")
  }
}

extension CommandContext {
  /// Prints that a beer was added, and which time it is if there are others with its label, or the beer as JSON.
  func reportAdded(_ beer: Beer, to diary: Diary, _ options: OutputOptions) throws {
    let detail = try diary.beer(beer.id) ?? BeerDetail(beer: beer, photos: [])
    let position = try diary.positionInLabel(ofBeer: beer.id)
    reportDone(options, json: BeerJSON.text(detail)) {
      $0.line("Added \(detail.title) (id \(beer.id))\(LabelText.time(position, of: detail.label?.times)).")
    }
    warnIfUndoIsImpossible(.added(beer))
    warnOfFutureDate(beer.fields.drunkAt)
  }

  /// Prints a warning if a date that was set is in the future, such as a time alone that was typed after midnight.
  func warnOfFutureDate(_ date: DiaryDate?) {
    guard let now = DiaryDate.now, date?.localTime(in: .autoupdatingCurrent).begins(after: now) == true else {
      return
    }
    errors.line("The date is in the future.")
  }
}
