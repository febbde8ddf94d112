import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiarySync
import DiaryText

struct RenameFieldCommand: FieldChangeCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Give a custom field another name in every beer.",
    discussion: """
      Beers in the trash are changed as well, and an index follows. The new name may be another spelling of the old one; \
      that of another field is refused, because `beerdiary fields merge` moves values there. Importing the same file \
      again does not bring the old name back to the beers that you have.

      EXAMPLE:
        beerdiary fields rename hop hops
      """)

  static let json: JSONType = .object("field_change")

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var confirmation: ConfirmationOptions
  @OptionGroup var dry: DryRunOptions

  @Argument(help: "The name of the field.", completion: .customFields)
  var old: String

  @Argument(help: "The new name.")
  var new: String

  func run(in context: CommandContext) throws {
    try FieldChange(self, in: context).run { diary in
      let field = try CustomFieldReference(old, for: .changing).resolve(in: diary)
      guard let name = BeerText.readable(new) else {
        throw CommandFailure(sentence: "The new name is empty. Nothing was changed.", status: .usage)
      }
      let names = try diary.customFieldNames()
      let fieldName = FilterKeyword.fieldName(name, customFields: names)
      if CustomFieldName.builtInField(named: fieldName) != nil {
        throw CommandFailure(
          sentence: "“\(name)” is a built-in field. Choose another name.", status: .usage)
      }
      let other = names.first { FilterKeyword.areSame(name, $0) }
      if let other, !FilterKeyword.areSame(name, field) {
        let merge = options.suggestion("fields", "merge", field, other)
        throw CommandFailure(
          sentence: "There is already a field “\(other)”. To move the values there, use \(merge).",
          status: .usage)
      }
      return (field, .rename(to: name))
    }
  }
}

struct MergeFieldsCommand: FieldChangeCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Move the values of a custom field to another one.",
    discussion: """
      Beers that have no value in the second field get that of the first one, which is gone afterwards. Beers that have \
      different values in both are listed, and nothing is changed unless you say with --prefer which value they keep.

      EXAMPLES:
        beerdiary fields merge hop hops --dry-run
        beerdiary fields merge hop hops --prefer into
      """)

  static let json: JSONType = .object("field_change")

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var confirmation: ConfirmationOptions
  @OptionGroup var dry: DryRunOptions

  @Argument(help: "The field whose values move.", completion: .customFields)
  var from: String

  @Argument(help: "The field that gets them.", completion: .customFields)
  var into: String

  @Option(
    name: .long,
    help: ArgumentHelp("Whose value a beer keeps that has both: from or into.", valueName: "field"))
  var prefer: CustomFieldChange.Preference?

  func run(in context: CommandContext) throws {
    try FieldChange(self, in: context).run { diary in
      let field = try CustomFieldReference(from, for: .changing).resolve(in: diary)
      let target = try CustomFieldReference(into, for: .changing).resolve(in: diary)
      if FilterKeyword.areSame(field, target) {
        throw CommandFailure(
          sentence: "“\(from)” and “\(into)” are the same field. To change how it is spelled, use "
            + "\(options.suggestion("fields", "rename", field, into)).", status: .usage)
      }
      return (field, .merge(into: target, preferring: prefer))
    }
  }
}

struct DeleteFieldCommand: FieldChangeCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Remove a custom field with its values from every beer.",
    discussion: """
      Beers in the trash are changed as well, and an index is removed, even if no beer has the field. Importing the same \
      file again does not bring the field back to the beers that you have.

      EXAMPLE:
        beerdiary fields delete hop --dry-run
      """)

  static let json: JSONType = .object("field_change")

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var confirmation: ConfirmationOptions
  @OptionGroup var dry: DryRunOptions

  @Argument(help: "The name of the field.", completion: .customFields)
  var name: String

  func run(in context: CommandContext) throws {
    try FieldChange(self, in: context).run { diary in
      (try CustomFieldReference(name, for: .deleting).resolve(in: diary), .delete)
    }
  }
}

struct RetypeFieldCommand: FieldChangeCommand {
  static let configuration = CommandConfiguration(
    commandName: "retype", abstract: "Make numbers of the texts in a custom field, or texts of its numbers.",
    discussion: """
      Numbers keep how they are written, so 1.50 stays 1.50. If a value is not a number, it is listed, and nothing is \
      changed.

      EXAMPLE:
        beerdiary fields retype vintage number
      """)

  static let json: JSONType = .object("field_change")

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var confirmation: ConfirmationOptions
  @OptionGroup var dry: DryRunOptions

  @Argument(help: "The name of the field.", completion: .customFields)
  var name: String

  @Argument(help: "text or number.")
  var type: CustomFieldChange.ValueType

  func run(in context: CommandContext) throws {
    try FieldChange(self, in: context).run { diary in
      (try CustomFieldReference(name, for: .changing).resolve(in: diary), .retype(type))
    }
  }
}

extension CustomFieldChange.Preference: ExpressibleByArgument {}
extension CustomFieldChange.ValueType: ExpressibleByArgument {}

/// A command that changes a custom field in all beers.
protocol FieldChangeCommand: Command where Output == OutputOptions {
  var options: StoreOptions { get }
  var confirmation: ConfirmationOptions { get }
  var dry: DryRunOptions { get }
}

/// Changes a custom field in all beers, after the user has confirmed how many they are.
struct FieldChange {
  private static let listedRefusals = 10

  private let store: StoreOptions
  private let output: OutputOptions
  private let confirmation: ConfirmationOptions
  private let isDry: Bool
  private let context: CommandContext

  /// Creates the change that a command makes.
  init(_ command: some FieldChangeCommand, in context: CommandContext) {
    isDry = command.dry.dryRun
    // A dry run opens the diary only for reading.
    store = command.options.readOnly(if: isDry)
    output = command.output
    confirmation = command.confirmation
    self.context = context
  }

  /// Makes the change that `change` returns with the name of the field.
  func run(_ change: (Diary) throws -> (field: String, change: CustomFieldChange)) throws {
    try context.withDiary(store, isDry ? .reading : .changing) { diary in
      let (field, change) = try change(diary)
      try refuseConflicts(of: field, change, diary)
      let preview = try context.allOrNothing { isCancelled in
        try diary.previewChange(change, ofCustomField: field, isCancelled: isCancelled)
      }
      try refuse(preview, change)
      if !preview.canBeUndone { context.warnThatUndoIsImpossible() }
      if isDry { return report(preview, change, isDone: false) }
      guard try confirms(preview, change) else { return }
      let done = try context.allOrNothing { isCancelled in
        try diary.change(customField: field, change, isCancelled: isCancelled)
      }
      // Another program may have changed a beer since.
      try refuse(done, change)
      report(done, change, isDone: true)
    }
  }

  /// Returns whether the user confirms the change, which is asked for if beers are changed.
  private func confirms(_ report: CustomFieldReport, _ change: CustomFieldChange) throws -> Bool {
    if report.beerCount == 0 { return true }
    return try context.confirms(
      confirmation,
      orRefuse: report.beerCount > 1 ? "Nothing was changed" : nil,
      advice: "Use --yes to change \(beers(report))."
    ) { "\(sentence(report, change, .question))?" }
  }

  private func report(_ report: CustomFieldReport, _ change: CustomFieldChange, isDone: Bool) {
    let json = JSONText.of(self.json(report, isDone: isDone))
    let text =
      if report.isOnlyIndex {
        "\(isDone ? "Deleted" : "Would delete") the index of “\(report.name)”, a field that no beer has"
      } else if report.beerCount == 0 {
        "Nothing to change in “\(report.name)”"
      } else {
        sentence(report, change, isDone ? .done : .preview)
      }
    let losesIndex = report.deletesIndex && report.beerCount > 0
    let line = text + "." + (losesIndex ? " Undoing this does not bring back the index." : "")
    if isDone {
      context.reportDone(output, json: json) { $0.line(line) }
    } else {
      context.report(output, json: json) { $0.line(line) }
    }
  }

  private func json(_ report: CustomFieldReport, isDone: Bool) -> JSONMembers {
    let conflicts: [JSONValue] = report.refusals.map { refusal in
      .object([
        "id": .integer(refusal.beer), "name": .init(refusal.title), "value": refusal.value,
        "other_value": refusal.other ?? .null,
      ])
    }
    return [
      ("name", .text(report.name)), ("new_name", .init(report.newName)),
      ("beers", .integer(Int64(report.beerCount))), ("in_trash", .integer(Int64(report.trashCount))),
      ("changed", .boolean(isDone && (report.beerCount > 0 || report.isOnlyIndex))),
      ("conflicts", .array(conflicts)),
      ("conflict_count", .integer(Int64(report.refusalCount))),
    ]
  }
}

// MARK: - What is said

extension FieldChange {
  private enum Tense {
    case question, preview, done
  }

  /// Returns a sentence such as `Renamed “hop” to “hops” in 28 beers`, without the sign at its end.
  private func sentence(_ report: CustomFieldReport, _ change: CustomFieldChange, _ tense: Tense) -> String {
    let old = "“\(report.name)”"
    let new = "“\(report.newName ?? report.name)”"
    let (verb, past, rest) =
      switch change {
      case .rename: ("rename", "renamed", "\(old) to \(new)")
      case .merge: ("merge", "merged", "\(old) into \(new)")
      case .delete: ("delete", "deleted", "\(old)")
      case .retype(.text): ("convert", "converted", "\(old) to text")
      case .retype(.number): ("convert", "converted", "\(old) to numbers")
      }
    let start =
      switch tense {
      case .question: verb.capitalizedFirst
      case .preview: "Would " + verb
      case .done: past.capitalizedFirst
      }
    return "\(start) \(rest) in \(beers(report))"
  }

  private func beers(_ report: CustomFieldReport) -> String {
    let beers = NumberText.count(report.beerCount, "beer")
    if report.trashCount == 0 { return beers }
    if report.trashCount == report.beerCount { return beers + " in the trash" }
    return "\(beers), \(NumberText.count(report.trashCount)) of them in the trash"
  }

  /// Throws if devices have changed values of the field differently, because the change would end these conflicts.
  private func refuseConflicts(of field: String, _ change: CustomFieldChange, _ diary: Diary) throws {
    var fields = [field]
    if case .merge(let target, _) = change { fields.append(target) }
    let count = try SyncSession.conflictCount(ofCustomFields: fields, in: diary)
    if count == 0 { return }
    let names = fields.map { "“\($0)”" }.joined(separator: " and ")
    throw CommandFailure(
      sentence: """
        \(names) \(fields.count == 1 ? "has" : "have") \(NumberText.count(count, "conflict")), and the values that are \
        not shown would be lost. Nothing was changed. Choose with \(store.suggestion("sync", "conflicts")) first.
        """, status: .badData)
  }

  /// Lists the beers that keep the change from being made, and throws if there are any.
  private func refuse(_ report: CustomFieldReport, _ change: CustomFieldChange) throws {
    let count = report.refusalCount
    if count == 0 { return }
    if output.json { context.output.write(JSONText.of(json(report, isDone: false))) }
    for refusal in report.refusals.prefix(Self.listedRefusals) {
      let values = [refusal.value, refusal.other].compactMap { $0?.display }.joined(separator: " / ")
      context.errors.line(
        "  \(refusal.beer) \(BeerText.readable(refusal.title) ?? BeerText.missingName): \(values)")
    }
    if count > Self.listedRefusals {
      context.errors.line("  and \(NumberText.count(count - Self.listedRefusals)) more")
    }
    let beers = NumberText.count(count, "beer") + (count == 1 ? " has" : " have")
    let (problem, advice) =
      switch change {
      case .merge:
        (
          "\(beers) different values in “\(report.name)” and “\(report.newName ?? "")”",
          "Choose with --prefer from or --prefer into, or edit them first."
        )
      case .retype(let type):
        (
          "\(beers) a value in “\(report.name)” that cannot be \(type == .text ? "text" : "a number")",
          "Edit them first, for example with `beerdiary edit`."
        )
      case .rename, .delete:
        (
          "\(beers) two different values in “\(report.name)”, which they spell in two ways",
          "Edit them first, for example with `beerdiary edit`."
        )
      }
    throw CommandFailure(sentence: "\(problem). Nothing was changed. \(advice)", status: .badData)
  }
}
