import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import Foundation

struct MergeLabelsCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Make one label of several.",
    discussion: """
      The label of --into keeps its uuid, its name, its brewery, and what you set for it; what else you set only for one \
      of the others is taken over. Beers that are added with the name of one of the others have it, too. Beers in the \
      trash are moved as well.

      EXAMPLE:
        beerdiary labels merge "Orval Trappist" --into Orval
      """)

  static let json: JSONType = .object("label_change")

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions

  @Argument(help: LabelReference.help, completion: .beers)
  var labels: [LabelReference]

  @Option(
    name: .long, help: ArgumentHelp("The label that stays, named in the same way.", valueName: "label"),
    completion: .beers)
  var into: LabelReference

  func run(in context: CommandContext) throws {
    try context.withDiary(options, .changing) { diary in
      let target = try into.resolve(in: diary, dates: context.dates)
      let others = try labels.map { try $0.resolve(in: diary, dates: context.dates).uuid }
        .filter { $0 != target.uuid }
      let beers = try Set(others).flatMap {
        try diary.beers(ofLabel: $0, includingTrash: true).map(\.id)
      }
      let inTrash = Set(try diary.beersInTrash()).intersection(beers).count
      let change = try context.reportingDiscardedValues(in: diary, options) {
        try diary.mergeLabels(others, into: target.uuid)
      }
      let merged = try diary.label(uuid: target.uuid) ?? target
      let counts: JSONMembers = [
        ("beers", .integer(Int64(beers.count))), ("in_trash", .integer(Int64(inTrash))),
      ]
      context.report(
        output, change, [merged], of: options, also: counts, unchanged: "These are one label already."
      ) {
        "Gave \(Self.beers(beers.count, inTrash: inTrash)) the label \(LabelText.title(merged.facts)), "
          + "which has \(NumberText.count(merged.history.times, "beer")) now."
      }
    }
  }

  /// Returns `3 beers, 1 of them in the trash,`.
  private static func beers(_ count: Int, inTrash: Int) -> String {
    let beers = NumberText.count(count, "beer")
    if inTrash == 0 { return beers }
    if inTrash == count { return beers + " in the trash" }
    return "\(beers), \(NumberText.count(inTrash)) of them in the trash,"
  }
}

struct KeepLabelsApartCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "apart", abstract: "Keep two labels from being suggested as the same.",
    discussion: """
      EXAMPLE:
        beerdiary labels apart 12 40
      """)

  static let json: JSONType = .object("label_change")

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions

  @Argument(help: LabelReference.help, completion: .beers)
  var first: LabelReference

  @Argument(help: LabelReference.help, completion: .beers)
  var second: LabelReference

  func run(in context: CommandContext) throws {
    try context.withDiary(options, .changing) { diary in
      let a = try first.resolve(in: diary, dates: context.dates)
      let b = try second.resolve(in: diary, dates: context.dates)
      if a.uuid == b.uuid {
        throw CommandFailure(
          sentence: """
            Both have the label \(LabelText.title(a.facts)). To give a beer a label of its own, use \
            `beerdiary labels split`.
            """, status: .badData)
      }
      let change = try diary.keepApart(a.uuid, b.uuid)
      context.report(output, change, [a, b], of: options, unchanged: "They are kept apart already.") {
        "\(LabelText.title(a.facts)) and \(LabelText.title(b.facts)) will not be suggested as the same again."
      }
    }
  }
}

struct SplitLabelCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "split", abstract: "Give a beer, or several together, a label of their own.",
    discussion: """
      The beers keep the new label when their names change, and it is not suggested as the same as the old one.

      EXAMPLES:
        beerdiary labels split 12
        beerdiary labels split 12 13
      """)

  static let json: JSONType = .object("label_change")

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions

  @Argument(help: BeerReference.help, completion: .beers)
  var beers: [BeerReference]

  func run(in context: CommandContext) throws {
    try context.withDiary(options, .changing) { diary in
      let details = try beers.map { try $0.resolve(in: diary, dates: context.dates) }
      let ids = Set(details.map(\.beer.id)).sorted()
      let old = try commonLabel(of: details, in: diary)
      let change = try diary.splitLabel(ofBeers: ids)
      let both = [try diary.label(ofBeer: ids[0]), try diary.label(uuid: old.uuid)].compactMap { $0 }
      context.report(output, change, both, of: options, unchanged: "Nothing was changed.") {
        ids.count == 1
          ? "Gave \(details[0].title) (id \(ids[0])) a label of its own."
          : "Gave \(NumberText.count(ids.count, "beer")) a label of their own."
      }
    }
  }

  /// Returns the label that all the beers have.
  ///
  /// - Throws: `CommandFailure` if they have different labels, or if no other beer has theirs.
  private func commonLabel(of beers: [BeerDetail], in diary: Diary) throws -> Label {
    guard let first = beers.first, let label = try diary.label(ofBeer: first.beer.id),
      beers.allSatisfy({ $0.label?.uuid == label.uuid })
    else {
      throw CommandFailure(
        sentence: "The beers do not have the same label. Split them one by one.", status: .badData)
    }
    let ids = Set(beers.map(\.beer.id))
    if try Set(diary.beers(ofLabel: label.uuid, includingTrash: true).map(\.id)).isSubset(of: ids) {
      throw CommandFailure(
        sentence: "No other beer has \(ids.count == 1 ? "its" : "their") label. Nothing was changed.",
        status: .badData)
    }
    return label
  }
}

struct SetLabelCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Set what a label shows.",
    discussion: """
      What you set is shown instead of what the newest beer says; an empty value, as in --style "", shows that again. The \
      beers are not changed.

      EXAMPLES:
        beerdiary labels set Orval --brewery "Brasserie d'Orval" --abv 6.2
        beerdiary labels set Orval --clear
      """)

  static let json: JSONType = .object("label_change")

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions

  @Argument(help: LabelReference.help, completion: .beers)
  var label: LabelReference

  @Option(name: .long, parsing: .unconditional, help: "The name on the label.")
  var name: String?

  @OptionGroup var fields: LabelFactOptions

  @Flag(name: .long, help: "Show only what the newest beer says.")
  var clear = false

  func validate() throws {
    let hasValue = name != nil || fields.options.contains { $0.text != nil }
    if clear, hasValue { throw ValidationError("--clear cannot be combined with values.") }
    if !clear, !hasValue {
      throw ValidationError("Name what to set, for example --style Stout, or use --clear.")
    }
    _ = try facts(from: LabelFacts())
  }

  /// Returns facts with the values that are given.
  private func facts(from before: LabelFacts) throws -> LabelFacts {
    if clear { return LabelFacts() }
    var values = BeerFields(before)
    if let name { values.name = BeerText.readable(name) }
    for option in fields.options { try option.apply(to: &values) }
    return LabelFacts(values)
  }

  func run(in context: CommandContext) throws {
    try context.withDiary(options, .changing) { diary in
      let label = try label.resolve(in: diary, dates: context.dates)
      let before = try diary.factOverrides(ofLabel: label.uuid)
      let change = try context.reportingDiscardedValues(in: diary, options) {
        try diary.setFacts(try facts(from: before), ofLabel: label.uuid)
      }
      let changed = try diary.label(uuid: label.uuid) ?? label
      context.report(output, change, [changed], of: options, unchanged: "The label shows that already.") {
        let others = [changed.facts.style, changed.facts.abv.map { BeerText.abv($0) }].compactMap { $0 }
        return "The label is now \(([LabelText.title(changed.facts)] + others).joined(separator: ", "))."
      }
    }
  }
}

extension CommandContext {
  /// Prints what was changed about labels and how to take it back, or the labels as they are now as JSON.
  fileprivate func report(
    _ options: OutputOptions, _ change: DiaryChange?, _ labels: [Label], of store: StoreOptions,
    also members: JSONMembers = [], unchanged: String, _ sentence: () -> String
  ) {
    var json: JSONMembers = [
      ("changed", .boolean(change != nil)), ("labels", .array(labels.map { LabelJSON($0).value() })),
    ]
    json += members
    reportDone(options, json: JSONText.of(json)) { console in
      console.line(change == nil ? unchanged : sentence())
      if change?.fitsLog == true {
        console.line("Take it back with \(SuggestedCommand.text(["undo"], store: store.store)).")
      }
    }
  }
}
