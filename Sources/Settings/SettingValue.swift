import DiaryStore
import DiaryText
import Interchange
import Terminal

/// A setting with the value that applies.
package struct SettingValue: Hashable, Sendable {
  /// A value by its type in TOML.
  package enum Content: Hashable, Sendable {
    /// A string; also numbers, colors and choices, as the settings write them.
    case text(String)
    /// A Boolean.
    case flag(Bool)
    /// An array of strings, such as the keys of an action.
    case list([String])
  }

  /// The key with the tables around it, such as `list.sort`.
  package let name: String
  /// The value that applies.
  package let content: Content
  /// The name of the file that sets it; `nil` if it is the default.
  package let fileName: String?
  /// The line in `config.toml`, from 1; `nil` if it is not from there.
  package let line: Int?

  /// The value as a person reads it.
  package var text: String {
    switch content {
    case .text(let text): text
    case .flag(let flag): flag ? "true" : "false"
    case .list(let texts): texts.joined(separator: ", ")
    }
  }
}

extension SettingValue {
  /// Creates the value of a setting that is not set, of which only the interface knows the default.
  ///
  /// - Parameter labels: The labels of the keys that an action has.
  package static func defaultKeys(_ labels: [String], of name: SettingName) -> SettingValue {
    SettingValue(name: name.text, content: .list(labels), fileName: nil, line: nil)
  }
}

extension SettingsFile {
  /// All settings with the values that apply; of colors, parts of a tasting sheet, keys and mappings, only those that are
  /// set.
  package var values: [SettingValue] {
    let tones = ThemeTone.allCases.compactMap { tone in
      preferences.tones[tone].map { (["theme", tone.rawValue], SettingValue.Content.text($0.settingText)) }
    }
    let fixed: [([String], SettingValue.Content)] = [
      (themePath, .text(preferences.theme.rawValue)), (["date"], .text(preferences.dateFormat.rawValue)),
      (["mouse"], .flag(preferences.usesMouse)),
      (["screen-reader"], .flag(preferences.isForScreenReader)),
      (["terminal", "ask"], .flag(preferences.asksTerminal)),
      (["pictures", "mode"], .text(preferences.pictures.rawValue)),
      (["list", "sort"], .text(preferences.order.name)),
      (["list", "reverse"], .flag(preferences.isReversed)),
      (["list", "view"], .text(preferences.view.rawValue)),
      (["list", "preview"], .flag(preferences.preview)),
      (["backup", "before-migration"], .flag(preferences.backsUpBeforeMigration)),
      (["sync", "automatic"], .flag(preferences.synchronizesAutomatically)),
      (["sync", "interval"], .text(String(preferences.syncInterval))),
      (["sync", "photos"], .text(preferences.syncedPhotos.rawValue)),
      (["tasting", "sheet"], .flag(preferences.usesTastingSheet)),
    ]
    let parts = preferences.tastingParts.map { part in
      (["tasting", "parts", part.name], SettingValue.Content.text(NumberText.exact(part.weight)))
    }
    let keys = preferences.keys.map { setting in
      (["keys", setting.action], SettingValue.Content.list(setting.keys.map(\.label)))
    }
    return (fixed + tones + parts + keys).map { value($0, $1) } + mappings.flatMap(values(of:))
  }

  /// The name of the theme is in a table if there are colors next to it.
  private var themePath: [String] {
    let table = ["theme", SettingsReader.themeBase]
    return accepted[table] == nil ? ["theme"] : table
  }

  private func value(_ path: [String], _ content: SettingValue.Content) -> SettingValue {
    let position = accepted[path]
    return SettingValue(
      name: SettingName(path).text, content: content,
      fileName: position == nil ? nil : Self.configurationName, line: position?.line)
  }

  private func values(of mapping: SavedMapping) -> [SettingValue] {
    let isSaved = savedMappingNames.contains(mapping.name)
    return mapping.assignments.map { assignment in
      let path = ["import", "mappings", mapping.name, assignment.column]
      if !isSaved { return value(path, .text(assignment.role.name)) }
      return SettingValue(
        name: SettingName(path).text, content: .text(assignment.role.name), fileName: SavedMappingsFile.name,
        line: nil)
    }
  }
}

/// The name of a setting: a TOML key with the tables around it.
package struct SettingName: Hashable, Sendable {
  let path: [String]

  init(_ path: [String]) { self.path = path }

  /// The name of the action whose keys the setting replaces; `nil` for other settings.
  package var action: String? { path.count == 2 && path[0] == "keys" ? path[1] : nil }

  /// Reads a name as it is typed; `nil` if it is not a key of TOML.
  package init?(_ text: String) {
    guard !text.contains(where: \.isNewline),
      case .value(let path, _) = SourceLine(Array("\(text) = ".unicodeScalars))
    else { return nil }
    self.path = path
  }

  /// The name as TOML writes it.
  package var text: String { path.map(Self.written).joined(separator: ".") }

  /// The setting that the name means; `nil` if there is none.
  package var description: SettingDescription? {
    SettingDescription.all.first { setting in
      let parts = setting.name.split(separator: ".").map(String.init)
      return parts.count == path.count
        && zip(parts, path).allSatisfy { part, name in part == part.uppercased() || part == name }
    }
  }

  private static func written(_ key: String) -> String {
    let isBare =
      !key.isEmpty
      && key.unicodeScalars.allSatisfy { scalar in
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "-": true
        default: false
        }
      }
    return isBare ? key : quoted(key)
  }

  /// Returns a text as a basic string of TOML.
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\u{0}"..."\u{1F}", "\u{7F}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
