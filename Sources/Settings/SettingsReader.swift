import DiaryStore
import DiaryText
import TOMLKit
import Terminal

/// Reads a settings file value by value; the default applies to each value with a mistake.
struct SettingsReader {
  var preferences = Preferences()
  /// The names of mappings that cannot be used.
  var faultyMappings: [String] = []
  /// The positions of the values that are used.
  var accepted: [[String]: SourcePosition] = [:]
  private var found: [SettingsMistake] = []
  private let text: String
  private let fileName: String
  private let consequence: String
  private let positions: SourcePositions

  /// Creates a reader for the text of a settings file.
  ///
  /// - Parameter consequence: The sentence for text that is not TOML, such as “The defaults apply”.
  init(_ text: String, file fileName: String, consequence: String) {
    self.text = text
    self.fileName = fileName
    self.consequence = consequence
    positions = SourcePositions(text)
  }

  var mistakes: [SettingsMistake] {
    found.sortedByPosition
  }

  /// Returns the text as a table, or `nil` if it is not TOML.
  mutating func parse() -> TOMLTable? {
    do {
      return try TOMLTable(string: text)
    } catch let error as TOMLParseError {
      let position = SourcePosition(line: error.source.begin.line, column: error.source.begin.column)
      note(at: position, "\(Self.reason(error)). \(consequence)")
    } catch {
      note(at: nil, "the file is not valid TOML. \(consequence)")
    }
    return nil
  }

  mutating func readConfiguration() {
    guard let table = parse() else { return }
    for key in table.keys.sorted() {
      guard let value = table[key] else { continue }
      switch key {
      case "theme": readTheme(value)
      case "date": choose(\.dateFormat, value, [key])
      case "mouse": readFlag(\.usesMouse, value, [key])
      case "screen-reader": readFlag(\.isForScreenReader, value, [key])
      case "terminal": readSingle("ask", in: value, [key]) { $0.readFlag(\.asksTerminal, $1, $2) }
      case "pictures": readSingle("mode", in: value, [key]) { $0.choose(\.pictures, $1, $2) }
      case "list": readList(value)
      case "backup":
        readSingle("before-migration", in: value, [key]) { $0.readFlag(\.backsUpBeforeMigration, $1, $2) }
      case "sync": readSync(value)
      case "tasting": readTasting(value)
      case "keys": readKeys(value)
      case "import": readImport(value)
      default:
        noteUnknown(
          [key],
          among: [
            "theme", "date", "mouse", "screen-reader", "terminal", "pictures", "list", "backup", "sync",
            "tasting", "keys", "import",
          ])
      }
    }
    if preferences.isForScreenReader { applyScreenReaderDefaults() }
  }

  /// Sets what is not in the file as a screen reader needs it.
  private mutating func applyScreenReaderDefaults() {
    if accepted[["pictures", "mode"]] == nil { preferences.pictures = .words }
    let hasTheme = accepted[["theme"]] != nil || accepted[["theme", Self.themeBase]] != nil
    if !hasTheme, preferences.tones.isEmpty { preferences.theme = .mono }
    // Screen readers have commands with digits.
    if !preferences.keys.contains(where: { $0.action == "rate" }) {
      preferences.keys.append(KeySetting(action: "rate", keys: [], position: nil))
    }
  }

  /// Reads the name of a theme, or a table with the name and colors.
  private mutating func readTheme(_ value: any TOMLValueConvertible) {
    guard let table = value.table else { return choose(\.theme, value, ["theme"]) }
    for key in table.keys.sorted() {
      guard let value = table[key] else { continue }
      if key == Self.themeBase {
        choose(\.theme, value, ["theme", key])
      } else if let tone = ThemeTone(rawValue: key) {
        readTone(tone, value)
      } else {
        noteUnknown(["theme", key], among: [Self.themeBase] + ThemeTone.allCases.map(\.rawValue))
      }
    }
  }

  /// The key of a theme's name in a table with its colors.
  static let themeBase = "base"

  private mutating func readTone(_ tone: ThemeTone, _ value: any TOMLValueConvertible) {
    let path = ["theme", tone.rawValue]
    if let color = value.string.flatMap({ Color(hexadecimal: $0) })
      ?? value.int.flatMap({ UInt8(exactly: $0) }).map({ Color.indexed($0) })
    {
      accepted[path] = position(of: path)
      preferences.tones[tone] = color
      return
    }
    note(
      path,
      "theme.\(tone.rawValue) must be a color such as \"#e8a838\", or a number of the palette from 0 to 255. "
        + "The theme's own color stays")
  }

  private mutating func readList(_ value: any TOMLValueConvertible) {
    guard let table = value.table else { return note(["list"], "list must be a table. Write [list]") }
    for key in table.keys.sorted() {
      guard let value = table[key] else { continue }
      switch key {
      case "sort": readOrder(value, ["list", key])
      case "reverse": readFlag(\.isReversed, value, ["list", key])
      case "view": choose(\.view, value, ["list", key])
      case "preview": readFlag(\.preview, value, ["list", key])
      default: noteUnknown(["list", key], among: ["sort", "reverse", "view", "preview"])
      }
    }
  }

  /// Reads a table that has a single setting.
  private mutating func readSingle(
    _ name: String, in value: any TOMLValueConvertible, _ path: [String],
    _ read: (inout SettingsReader, any TOMLValueConvertible, [String]) -> Void
  ) {
    let title = path.joined(separator: ".")
    guard let table = value.table else { return note(path, "\(title) must be a table. Write [\(title)]") }
    for key in table.keys.sorted() where key != name { noteUnknown(path + [key], among: [name]) }
    if let value = table[name] { read(&self, value, path + [name]) }
  }
}

// MARK: - Synchronizing

extension SettingsReader {
  private mutating func readSync(_ value: any TOMLValueConvertible) {
    guard let table = value.table else { return note(["sync"], "sync must be a table. Write [sync]") }
    for key in table.keys.sorted() {
      guard let value = table[key] else { continue }
      switch key {
      case "automatic": readFlag(\.synchronizesAutomatically, value, ["sync", key])
      case "interval": readSyncInterval(value, ["sync", key])
      case "photos": choose(\.syncedPhotos, value, ["sync", key])
      default: noteUnknown(["sync", key], among: ["automatic", "interval", "photos"])
      }
    }
  }

  private mutating func readSyncInterval(_ value: any TOMLValueConvertible, _ path: [String]) {
    let range = Preferences.syncIntervals
    if let minutes = value.int, range.contains(minutes) {
      accepted[path] = position(of: path)
      return preferences.syncInterval = minutes
    }
    note(
      path,
      "sync.interval must be a number of minutes from \(range.lowerBound) to \(range.upperBound)",
      consequence: "It stays \(preferences.syncInterval)")
  }
}

// MARK: - The tasting sheet

extension SettingsReader {
  private mutating func readTasting(_ value: any TOMLValueConvertible) {
    guard let table = value.table else {
      return note(["tasting"], "tasting must be a table. Write [tasting]")
    }
    for key in table.keys.sorted() {
      guard let value = table[key] else { continue }
      switch key {
      case "sheet": readFlag(\.usesTastingSheet, value, ["tasting", key])
      case "parts": readTastingParts(value, ["tasting", key])
      default: noteUnknown(["tasting", key], among: ["sheet", "parts"])
      }
    }
  }

  /// Reads the custom fields with their weights; a part with a mistake is left out.
  private mutating func readTastingParts(_ value: any TOMLValueConvertible, _ path: [String]) {
    guard let table = value.table else {
      return note(path, "tasting.parts must be a table. Write [tasting.parts]")
    }
    for name in table.keys.sorted(by: { position(of: path + [$0]) < position(of: path + [$1]) }) {
      let partPath = path + [name]
      guard let value = table[name] else { continue }
      let weight = value.double ?? value.int.map { Double($0) }
      if let problem = FieldText.problem(withCustomName: name) {
        note(partPath, "the part “\(name)” needs \(problem)", consequence: "It is left out")
      } else if let same = preferences.tastingParts.first(where: { $0.isNamed(name) }) {
        note(partPath, "the part “\(name)” is the same as “\(same.name)”", consequence: "It is left out")
      } else if let weight, TastingSheet.weights.contains(weight) {
        accepted[partPath] = position(of: partPath)
        preferences.tastingParts.append(TastingSheet.Part(name, weight: weight))
      } else {
        note(
          partPath, "the weight of “\(name)” must be a number from 0 to 1000",
          consequence: "The part is left out")
      }
    }
  }
}

// MARK: - Values

extension SettingsReader {
  private mutating func choose<Choice: RawRepresentable & CaseIterable>(
    _ setting: WritableKeyPath<Preferences, Choice>, _ value: any TOMLValueConvertible, _ path: [String]
  ) where Choice.RawValue == String {
    if let chosen = value.string.flatMap(Choice.init) {
      accepted[path] = position(of: path)
      return preferences[keyPath: setting] = chosen
    }
    let known = Choice.allCases.map { "“\($0.rawValue)”" }
    let written = value.string.map { "“\($0)”" } ?? "a value of another type"
    note(
      path,
      "\(path.joined(separator: ".")) must be \(known.dropLast().joined(separator: ", ")) or \(known.last ?? ""), "
        + "not \(written)", consequence: "It stays “\(preferences[keyPath: setting].rawValue)”")
  }

  /// Reads the name of an order: a built-in one, or a custom field, which only the diary knows.
  private mutating func readOrder(_ value: any TOMLValueConvertible, _ path: [String]) {
    if let name = value.string, let order = BeerQuery.Order(sortingBy: name) {
      accepted[path] = position(of: path)
      return preferences.order = order
    }
    let written = value.string.map { "“\($0)”" } ?? "a value of another type"
    note(
      path, Self.orderProblem(path, orCustomField: "a custom field", written),
      consequence: "It stays “\(preferences.order.name)”")
  }

  static let orderPath = ["list", "sort"]

  /// Returns what is wrong with an order.
  fileprivate static func orderProblem(
    _ path: [String], orCustomField customField: String, _ written: String
  ) -> String {
    let known = BeerQuery.Order.builtIn.map { "“\($0.name)”" }.joined(separator: ", ")
    return "\(path.joined(separator: ".")) must be \(known), or \(customField), not \(written)"
  }

  private mutating func readFlag(
    _ setting: WritableKeyPath<Preferences, Bool>, _ value: any TOMLValueConvertible, _ path: [String]
  ) {
    if let written = value.bool {
      accepted[path] = position(of: path)
      return preferences[keyPath: setting] = written
    }
    note(
      path, "\(path.joined(separator: ".")) must be true or false",
      consequence: "It stays \(preferences[keyPath: setting])")
  }

  mutating func noteUnknown(_ path: [String], among known: [String]) {
    note(
      path,
      "unknown setting “\(path.joined(separator: "."))”. Known settings: \(known.joined(separator: ", "))"
    )
  }

  /// Returns the position of a value, or a position after all others if it is not known.
  func position(of path: [String]) -> SourcePosition {
    positions[path] ?? SourcePosition(line: .max, column: .max)
  }

  mutating func note(_ path: [String], _ text: String, consequence: String? = nil) {
    note(at: positions[path], text, consequence: consequence)
  }

  private mutating func note(at position: SourcePosition?, _ text: String, consequence: String? = nil) {
    found.append(SettingsMistake(at: position, in: fileName, text, consequence: consequence))
  }

  /// Returns the parser's message without its full stop.
  private static func reason(_ error: TOMLParseError) -> String {
    var reason = error.description.replacing("\n", with: " ")
    while reason.hasSuffix(".") { reason.removeLast() }
    // The parser takes a word for the beginning of what else can begin with its letter.
    let aboutWords =
      ["could not determine value type"] + ["inf", "nan", "true", "false"].map { "expected '\($0)'" }
    if aboutWords.contains(where: { reason.contains($0) }) {
      return "invalid TOML. Text needs quotes, such as \"dark\"; true, false and numbers need none"
    }
    // The usual cause of what the parser found.
    let advice = reason.contains("unescaped control characters") ? ". A quote is not closed" : ""
    return "invalid TOML (\(reason))\(advice)"
  }
}

// MARK: - Keys

extension SettingsReader {
  private mutating func readKeys(_ value: any TOMLValueConvertible) {
    guard let table = value.table else { return note(["keys"], "keys must be a table. Write [keys]") }
    // In the order of the file: if two actions have the same key, the first one gets it.
    for name in table.keys.sorted(by: { position(of: ["keys", $0]) < position(of: ["keys", $1]) }) {
      guard let value = table[name], let keys = keys(value, ["keys", name]) else { continue }
      accepted[["keys", name]] = position(of: ["keys", name])
      preferences.keys.append(KeySetting(action: name, keys: keys, position: positions[["keys", name]]))
    }
  }

  private mutating func keys(_ value: any TOMLValueConvertible, _ path: [String]) -> [Key]? {
    let names = value.string.map { [$0] } ?? value.array?.map(\.string) ?? [nil]
    var keys: [Key] = []
    for name in names {
      guard let name, let key = Key(label: name) else {
        let written = name.map { "“\($0)” is not a key" } ?? "a key must be text"
        let meant = name.flatMap { Key(otherLabel: $0) }.map { "Did you mean “\($0.label)”?" }
        let advice = meant ?? "Write \"x\", \"Ctrl-X\", \"F5\", \"Enter\", or a list of them"
        note(path, "\(written). \(advice)", consequence: "The default keys stay")
        return nil
      }
      if let received = key.received {
        note(
          path, "terminals send \(key.label) as \(received.label). Write another key",
          consequence: "The default keys stay")
        return nil
      }
      keys.append(key)
    }
    return keys
  }
}

extension Key {
  /// The key for which terminals send the same bytes; `nil` for a key of its own.
  fileprivate var received: Key? {
    switch self {
    case .control("h"), .control("?"): Key(.backspace)
    case .control("i"): Key(.tab)
    case .control("j"), .control("m"): Key(.enter)
    case .control("["): Key(.escape)
    case .control("@"): .control(" ")
    case .control("/"): .control("_")
    default: withoutLostModifiers
    }
  }

  /// The key without the modifiers that terminals do not send with it; `nil` if it has none of these.
  private var withoutLostModifiers: Key? {
    let lost: Modifiers =
      switch code {
      case .enter, .escape, .backspace: [.control, .shift]
      // Shift-Tab is a key of its own.
      case .tab: .control
      case .character(" "): .shift
      default: []
      }
    return modifiers.isDisjoint(with: lost) ? nil : Key(code, modifiers.subtracting(lost))
  }

  /// Reads a label as other programs write it, such as `C-n`, `<C-f>`, `Ctrl+N`, `^N` or `Insert`; `nil` if it is none.
  fileprivate init?(otherLabel text: String) {
    var rest = text.wholeMatch(of: /<(.+)>/).map { String($0.1) } ?? text
    var modifiers = ""
    while let prefix = rest.prefixMatch(of: /(c|ctrl|control|a|m|alt|meta|s|shift)[-+]|\^/.ignoresCase()) {
      switch prefix.0.lowercased().first {
      case "a", "m": modifiers += "Alt-"
      case "s": modifiers += "Shift-"
      default: modifiers += "Ctrl-"
      }
      rest = String(rest[prefix.range.upperBound...])
    }
    let names = [
      "insert": "Ins", "delete": "Del", "pageup": "PgUp", "page-up": "PgUp", "pagedown": "PgDn",
      "page-down": "PgDn", "escape": "Esc", "return": "Enter", "cr": "Enter", "bs": "Backspace",
      "spc": "Space",
    ]
    self.init(label: modifiers + (names[rest.lowercased()] ?? rest))
  }
}

extension SettingsMistake {
  /// Returns the mistake of a list that is sorted by a custom field that no beer has.
  ///
  /// - Parameter file: The settings with that order; `nil` if it is not in a file.
  package static func unknownOrder(_ name: String, in file: SettingsFile? = nil) -> SettingsMistake {
    let customField = "a custom field that `beerdiary fields` lists"
    return SettingsMistake(
      at: file?.accepted[SettingsReader.orderPath], in: SettingsFile.configurationName,
      SettingsReader.orderProblem(SettingsReader.orderPath, orCustomField: customField, "“\(name)”"),
      consequence: file.map { _ in "It stays “\(Preferences().order.name)”" },
      unusable: SettingName(SettingsReader.orderPath))
  }
}

extension Preferences {
  enum View: String, CaseIterable { case lines, cards }

  var view: View {
    get { showsCards == true ? .cards : .lines }
    set { showsCards = newValue == .cards }
  }

  var preview: Bool {
    get { showsPreview ?? true }
    set { showsPreview = newValue }
  }
}
