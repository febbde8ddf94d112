import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import Foundation
import Settings

struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "Show, change and check your settings.",
    discussion: """
      The settings are in a TOML file. All settings are optional.

      EXAMPLES:
        beerdiary config
        beerdiary config set date iso
        beerdiary config edit
        beerdiary config check
      """,
    subcommands: [
      ConfigListCommand.self, ConfigGetCommand.self, ConfigSetCommand.self, ConfigEditCommand.self,
      ConfigCheckCommand.self, ConfigPathCommand.self,
    ], defaultSubcommand: ConfigListCommand.self)
}

struct ConfigListCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the settings that apply, and where they come from.",
    discussion: """
      Colors, parts of a tasting sheet, keys and mappings are listed if they are set. A setting that cannot be used is \
      reported, and counts as not set: if it has a default, that is listed.

      EXAMPLE:
        beerdiary config list --json | jq '.[] | select(.source != "default") | .name'
      """)

  static let json: JSONType = .array(.object("setting"))

  @OptionGroup var output: ListOutputOptions

  func run(in context: CommandContext) throws {
    let folder = context.settings.folder
    let values = context.usableSettings().values
    context.report(output, values, json: { $0.members(in: folder) }) {
      for line in TextTable.lines(values.map(\.cells)) { $0.line(line) }
    }
  }
}

struct ConfigGetCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "get", abstract: "Print the value of a setting.",
    discussion: """
      Prints the default value of a setting that is not set.

      EXAMPLE:
        beerdiary config get list.sort
      """)

  static let json: JSONType = .object("setting")
  static let exitStatuses: [ExitStatus] = [.noInput]

  @OptionGroup var output: OutputOptions

  @Argument(help: SettingReference.help, completion: .settings)
  var key: SettingReference

  func run(in context: CommandContext) throws {
    let name = try key.resolve()
    let defaultKeys = name.action.flatMap(context.defaultKeys).map { SettingValue.defaultKeys($0, of: name) }
    guard let value = context.usableSettings().values.first(where: { $0.name == name.text }) ?? defaultKeys
    else {
      throw CommandFailure(sentence: "\(name.text) is not set.", status: .noInput)
    }
    context.report(output, json: JSONText.of(value.members(in: context.settings.folder))) {
      $0.line(value.text)
    }
  }
}

struct ConfigSetCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Change a setting in your settings file.",
    discussion: """
      Changes only the value, and keeps everything else in the file, such as comments and the order. If the file is \
      written in a way in which that is not certain, it is left alone, and the line to write is printed. Text needs no \
      quotes; several keys are a list as in TOML. list.sort accepts the same names as `beerdiary list --sort`, \
      including custom fields of your diary.

      EXAMPLES:
        beerdiary config set theme dark
        beerdiary config set keys.statistics '["F3", "Ctrl-T"]'
      """)

  static let json: JSONType = .object("setting")
  static let exitStatuses: [ExitStatus] = [.cannotCreate, .configuration]

  @OptionGroup var output: OutputOptions

  @Argument(help: SettingReference.help, completion: .settings)
  var key: SettingReference

  @Argument(help: "The new value.", completion: .settingValues)
  var value: String

  func run(in context: CommandContext) throws {
    let name = try key.resolve()
    let typed = CommandLineWords.withoutProtection(value)
    let folder = context.settings.folder
    let path: String
    do throws(SettingsFile.ChangeFailure) {
      path = try SettingsFile.set(name, to: typed, in: folder) {
        context.keyMistakes($0.keys) + context.orderMistakes($0.order)
      }
    } catch {
      throw CommandFailure(error)
    }
    let changed = SettingsFile(folder: folder).values.first { $0.name == name.text }
    context.reportDone(output, json: JSONText.of(changed?.members(in: folder) ?? [])) {
      $0.line("Set \(name.text) in \(path).")
    }
  }
}

extension CommandFailure {
  /// Converts the error of a setting that was not changed.
  fileprivate init(_ failure: SettingsFile.ChangeFailure) {
    switch failure {
    case .refused(let sentence): self.init(sentence: sentence, status: .usage)
    case .unwritable(let sentence): self.init(sentence: sentence, status: .cannotCreate)
    case .failed(let error): self.init(error)
    case .malformed(let path):
      self.init(
        sentence:
          "\(path) was not changed, because it is not valid TOML. Use `beerdiary config check` to see where.",
        status: .configuration)
    case .unsafe(let line, let place, let path):
      let place =
        switch place {
        case .top: "above the first table"
        case .table(let name): "below [\(name)]"
        case .braces(let name): "within the braces of \(name)"
        }
      self.init(
        sentence: """
          \(path) was not changed, because this program cannot tell what to replace. Open the file with \
          `beerdiary config edit`, remove the setting, and write this \(place):
          \(line)
          """, status: .configuration)
    }
  }
}

struct ConfigEditCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Open your settings file in your editor.",
    discussion: """
      The editor is $VISUAL, else $EDITOR. If there is no file, it is created with all settings as comments. Afterwards \
      lists the mistakes as `beerdiary config check` does, with the exit status 78. Requires a terminal.

      EXAMPLE:
        beerdiary config edit
      """)

  static let json: JSONType = .array(.object("settings_mistake"))
  static let exitStatuses: [ExitStatus] = [.unavailable, .cannotCreate, .configuration]

  @OptionGroup var output: ListOutputOptions

  func run(in context: CommandContext) throws {
    guard context.canAsk, context.output.isTerminal else {
      throw CommandFailure(
        sentence: "config edit requires a terminal. Use `beerdiary config set` instead.", status: .usage)
    }
    let folder = context.settings.folder
    let changed = try edited(in: folder, context)
    try context.report(output, mistakesIn: changed ?? SettingsFile(folder: folder)) {
      if output.quiet { return }
      $0.line(changed == nil ? "The settings were not changed." : "Changed \(SettingsFile.path(in: folder)).")
    }
  }

  /// Lets the user edit the settings; returns `nil` if they were not changed.
  private func edited(in folder: String, _ context: CommandContext) throws -> SettingsFile? {
    var failure: TextEditor.Failure?
    let file: SettingsFile?
    do throws(Problem) {
      file = try SettingsFile.edit(in: folder) { path in
        failure = TextEditor.runCatchingSignals(on: path, context.environment)
        return failure.map { Problem(sentence: $0.sentence) }
      }
    } catch {
      throw CommandFailure(
        sentence: error.sentence, status: failure == nil ? .cannotCreate : .unavailable)
    }
    if let ended = TextEditor.ending { throw ended }
    return file
  }
}

struct ConfigCheckCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "List the mistakes in your settings, with their lines and columns.",
    discussion: """
      The exit status is 78 if there are mistakes. The default applies to each setting with a mistake. Colors of your own \
      that are hard to read are no mistakes, but a warning names their contrast.

      EXAMPLE:
        beerdiary config check
      """)

  static let json: JSONType = .array(.object("settings_mistake"))
  static let exitStatuses: [ExitStatus] = [.configuration]

  @OptionGroup var output: ListOutputOptions

  func run(in context: CommandContext) throws {
    try context.report(output, mistakesIn: context.settings.file) { $0.line("No mistakes.") }
  }
}

extension CommandContext {
  /// Returns the settings that can be used, and reports the mistakes in the others.
  fileprivate func usableSettings() -> SettingsFile {
    settings.reportMistakes()
    let mistakes = laterMistakes(in: settings.file)
    settings.report(mistakes)
    return settings.file.leavingOut(mistakes)
  }

  /// Returns the mistakes that only the interface and the diary find.
  private func laterMistakes(in file: SettingsFile) -> [SettingsMistake] {
    keyMistakes(file.preferences.keys) + orderMistakes(file.preferences.order, in: file)
  }

  /// Returns the mistake of an order by a custom field that the usual diary does not have.
  ///
  /// There is none if the diary cannot be read, or only after a migration. `withDiary` would report that, and the mistakes
  /// in the settings as well, one of which the user may be correcting.
  ///
  /// - Parameter file: The settings with that order; `nil` if it is not in a file.
  fileprivate func orderMistakes(_ order: BeerQuery.Order, in file: SettingsFile? = nil) -> [SettingsMistake]
  {
    guard case .custom(let name) = order else { return [] }
    let path = StoreOptions.path(named: nil, environment)
    var customFields: [String] = []
    if FileManager.default.fileExists(atPath: path) {
      guard (try? Diary.isCurrent(at: path)) == true,
        let known = try? Diary.open(at: path, createsMissing: false, for: .reading).customFieldNames()
      else { return [] }
      customFields = known
    }
    if CustomFieldName.known(name, among: customFields) != nil { return [] }
    return [.unknownOrder(order.name, in: file)]
  }

  /// Lists the mistakes in the settings.
  ///
  /// - Parameter success: Prints a sentence if there are none.
  /// - Throws: The exit status if there are mistakes.
  fileprivate func report(
    _ output: ListOutputOptions, mistakesIn file: SettingsFile, success: (Console) -> Void
  ) throws {
    let folder = settings.folder
    let mistakes = file.mistakes(adding: laterMistakes(in: file))
    report(output, mistakes, json: { $0.members(in: folder) }) {
      if mistakes.isEmpty { success($0) }
      for mistake in mistakes { $0.line(mistake.diagnostic(in: folder)) }
    }
    for warning in file.preferences.colorWarnings { errors.line("beerdiary: Warning: \(warning)") }
    if !mistakes.isEmpty { throw ExitStatus.configuration }
  }
}

struct ConfigPathCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "path", abstract: "Print where the settings file is, whether it exists or not.",
    discussion: """
      EXAMPLE:
        beerdiary config path
      """)

  static let json: JSONType = .object("settings_file")

  @OptionGroup var output: OutputOptions

  func run(in context: CommandContext) throws {
    let path = SettingsFile.path(in: context.settings.folder)
    context.report(output, json: JSONText.of([("path", .text(path))])) { $0.line(path) }
  }
}

// MARK: - Settings on the command line

/// A setting as named on the command line.
struct SettingReference: ExpressibleByArgument {
  static let help = ArgumentHelp(
    "The setting, such as theme, list.sort, or keys.ACTION.", valueName: "key")

  private let text: String

  init?(argument: String) { text = argument }

  /// Returns the name of the setting.
  ///
  /// - Throws: `CommandFailure` if there is no such setting.
  func resolve() throws(CommandFailure) -> SettingName {
    if let name = SettingName(text), name.description != nil { return name }
    let names = SettingDescription.all.map(\.name)
    let nearest = Spelling.nearest(to: text, among: names)
    let all = names.joined(separator: ", ")
    let advice = nearest.map { "Did you mean “\($0)”?" } ?? "The settings are \(all)."
    throw CommandFailure(sentence: "There is no setting “\(text)”. \(advice)", status: .usage)
  }
}

extension SettingValue {
  fileprivate var cells: [String] {
    let source = fileName.map { name in name + (line.map { ", line \($0)" } ?? "") }
    return [name, text, source ?? "default"]
  }

  /// Returns the members of the setting's JSON object.
  ///
  /// - Parameter folder: The folder of the settings.
  fileprivate func members(in folder: String) -> JSONMembers {
    let value: JSONValue =
      switch content {
      case .text(let text): .text(text)
      case .flag(let flag): .boolean(flag)
      case .list(let texts): .array(texts.map { .text($0) })
      }
    return [
      ("name", .text(name)), ("value", value),
      ("source", .text(fileName.map { "\(folder)/\($0)" } ?? "default")), ("line", .init(line)),
    ]
  }
}

extension SettingsMistake {
  /// Returns the members of the mistake's JSON object.
  ///
  /// - Parameter folder: The folder of the settings.
  fileprivate func members(in folder: String) -> JSONMembers {
    [
      ("file", .text(path(in: folder))), ("line", .init(line)), ("column", .init(column)),
      ("message", .text(message)),
    ]
  }
}
