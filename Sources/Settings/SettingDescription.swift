import DiaryStore

/// A setting of `config.toml`, as the reference describes it.
package struct SettingDescription: Sendable {
  /// The key with the tables around it, such as `list.sort`; names in capitals stand for the user's own.
  package let name: String
  /// The values that can be written, as TOML; an example if there are too many to list.
  package let choices: [String]
  /// Whether `choices` are all values there are.
  package let isClosed: Bool
  /// The value that applies if the setting is left out; `nil` if it then has no effect.
  package let defaultValue: String?
  /// What the setting does, as a sentence.
  package let summary: String

  private init(
    _ name: String, choices: [String], isClosed: Bool = true, default defaultValue: String?, _ summary: String
  ) {
    self.name = name
    self.choices = choices
    self.isClosed = isClosed
    self.defaultValue = defaultValue
    self.summary = summary
  }

  private static let themes = ["\"auto\"", "\"dark\"", "\"light\"", "\"mono\""]

  /// All settings in the order of the reference.
  package static let all: [SettingDescription] =
    [
      SettingDescription(
        "theme", choices: themes, default: "\"auto\"",
        "The colors. auto chooses by the background of the terminal, or else by COLORFGBG; if neither is known, the colors suit both backgrounds."
      ),
      SettingDescription(
        "theme.base", choices: themes, default: "\"auto\"",
        "The same, written in the table [theme] next to colors of your own."),
    ] + tones + others

  private static let tones = ThemeTone.allCases.map { tone in
    SettingDescription(
      "theme.\(tone.rawValue)", choices: ["\"#e8a838\"", "214"], isClosed: false, default: nil,
      "A color instead of the theme's own, mixed from red, green and blue or a number of the palette of 256. "
        + tone.summary)
  }

  private static let others = [
    SettingDescription(
      "date", choices: ["\"words\"", "\"iso\"", "\"dots\"", "\"slashes\""], default: "\"words\"",
      "How dates are shown: 1 Jun 2024, 2024-06-01, 01.06.2024 or 06/01/2024. With slashes, 03/04/2026 is also read "
        + "month first, as 4 March."),
    SettingDescription(
      "mouse", choices: ["true", "false"], default: "true",
      "Whether the mouse works on the screen. With Shift, most terminals select text instead."),
    SettingDescription(
      "screen-reader", choices: ["true", "false"], default: "false",
      "Whether a screen reader reads the screen. If true, pictures.mode is words, theme is mono and the action rate has no keys, unless they are set."
    ),
    SettingDescription(
      "terminal.ask", choices: ["true", "false"], default: "true",
      "Whether the terminal is asked about its background and how it can show pictures."),
    SettingDescription(
      "pictures.mode", choices: PictureMode.allCases.map { "\"\($0.rawValue)\"" }, default: "\"auto\"",
      "How photos are drawn: in the best way that the terminal has, with kitty's graphics protocol, as sixels, in colored cells, in cells of 256 colors, in characters, or not at all but in words, with numbers in place of bars, curves and maps."
    ),
    SettingDescription(
      "list.sort", choices: BeerQuery.Order.builtIn.map { "\"\($0.name)\"" }, isClosed: false,
      default: "\"date\"",
      "What the list is sorted by at the start; also a custom field. In a diary without that field, it is the date."
    ),
    SettingDescription(
      "list.reverse", choices: ["true", "false"], default: "false",
      "Whether the order is reversed at the start."),
    SettingDescription(
      "list.view", choices: ["\"lines\"", "\"cards\""], default: nil,
      "Whether the list shows lines or cards at the start. Without the setting, as you left it."),
    SettingDescription(
      "list.preview", choices: ["true", "false"], default: nil,
      "Whether the beer under the cursor is next to the list at the start, on screens of 100 columns or more. "
        + "Without the setting, it is as you left it."
    ),
    SettingDescription(
      "backup.before-migration", choices: ["true", "false"], default: "false",
      "Whether a diary of an older version is copied to the folder of backups before it is migrated."),
    SettingDescription(
      "sync.automatic", choices: ["true", "false"], default: "true",
      "Whether the screen synchronizes a diary by itself after `sync init` or `sync join`."),
    SettingDescription(
      "sync.interval", choices: ["5", "1", "60"], isClosed: false, default: "5",
      "How often the screen synchronizes by itself while it is open, in minutes, from 1 to 1440."),
    SettingDescription(
      "sync.photos", choices: SyncedPhotos.allCases.map { "\"\($0.rawValue)\"" }, default: "\"all\"",
      "Which images a synchronized diary fetches: all, or only those of beers that you had, or of photos that were taken, in the last twelve months."
    ),
    SettingDescription(
      "tasting.sheet", choices: ["true", "false"], default: "false",
      "Whether the form asks for the parts of a tasting: appearance, aroma, taste, mouthfeel and overall."),
    SettingDescription(
      "tasting.parts.PART", choices: ["2", "0.5", "0"], isClosed: false, default: nil,
      "A part of your own tasting sheet, which is a custom field, with its weight. 0 is for a part without a score."
    ),
    SettingDescription(
      "keys.ACTION", choices: ["\"F3\"", "[\"a\", \"Ctrl-N\"]"], isClosed: false, default: nil,
      "The keys of an action, instead of its usual keys. The page about keys lists the actions and how keys are named."
    ),
    SettingDescription(
      "import.mappings.NAME.COLUMN", choices: ["\"rating\"", "\"extra\"", "\"ignore\""], isClosed: false,
      default: nil,
      "What a column of an imported file means: a field, extra for a custom field, or ignore. `import --mapping NAME` uses it."
    ),
  ]
}
