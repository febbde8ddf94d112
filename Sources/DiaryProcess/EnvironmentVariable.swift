/// An environment variable that the program reads; ``summary`` says what each one sets.
package enum EnvironmentVariable: String, CaseIterable, Sendable {
  case store = "BEERDIARY_STORE"
  case syncPassphrase = "BEERDIARY_SYNC_PASSPHRASE"
  case doNotTrack = "DO_NOT_TRACK"
  case home = "HOME"
  case dataHome = "XDG_DATA_HOME"
  case configHome = "XDG_CONFIG_HOME"
  case stateHome = "XDG_STATE_HOME"
  case cacheHome = "XDG_CACHE_HOME"
  case temporaryFolder = "TMPDIR"
  case path = "PATH"
  case visual = "VISUAL"
  case editor = "EDITOR"
  case pager = "PAGER"
  case less = "LESS"
  case display = "DISPLAY"
  case waylandDisplay = "WAYLAND_DISPLAY"
  case terminal = "TERM"
  case colorTerminal = "COLORTERM"
  case colorForegroundBackground = "COLORFGBG"
  case noColor = "NO_COLOR"
  case columns = "COLUMNS"
  case localeAll = "LC_ALL"
  case localeCharacters = "LC_CTYPE"
  case language = "LANG"
  case timeZone = "TZ"

  /// What the variable sets, as a sentence for the manual.
  package var summary: String {
    switch self {
    case .store: "The diary to use if --store is not given."
    case .syncPassphrase:
      "The passphrase for `sync init` and `sync join` if --passphrase-file is not given. If neither is, it is asked for."
    case .doNotTrack: "If set to anything but an empty value, 0, or false, usage is not counted."
    case .home: "Your home folder. The XDG variables default to folders in it."
    case .dataHome: "The folder that holds beerdiary/diary.sqlite. Default: ~/.local/share."
    case .configHome: "The folder that holds beerdiary/config.toml. Default: ~/.config."
    case .stateHome:
      "The folder for unsaved forms, crash reports, usage counts and the keys of synchronized diaries. Default: ~/.local/state."
    case .cacheHome: "The folder for thumbnails. Default: ~/.cache."
    case .temporaryFolder: "The folder for temporary files. Default: /tmp."
    case .path: "Where xdg-open, the editor and the pager are looked up."
    case .visual:
      "The editor for notes and for `edit`. If neither it nor EDITOR is set, the first of editor, nano and vi that is installed."
    case .editor: "The editor if VISUAL is not set."
    case .pager:
      "The program that shows output longer than the terminal. If it is not set, output is not paged."
    case .less: "Options of less. If it is not set, the pager gets FRX."
    case .display: "If neither DISPLAY nor WAYLAND_DISPLAY is set, photos cannot be opened in a viewer."
    case .waylandDisplay: "See DISPLAY."
    case .terminal: "The type of the terminal. An unknown type is used as xterm-256color."
    case .colorTerminal:
      "If set to truecolor or 24bit, pictures in output use 24-bit colors, and so does the screen if terminfo has a type for it, such as xterm-direct for xterm-256color."
    case .colorForegroundBackground:
      "Chooses the dark or the light theme if the theme is auto and the terminal does not report its background."
    case .noColor: "If not empty, no colors are used, and pictures are drawn in ASCII."
    case .columns: "The width of output, in columns. Default: the width of the terminal."
    case .localeAll: "Overrides LC_CTYPE and LANG."
    case .localeCharacters: "Overrides LANG."
    case .language: "If its encoding is not UTF-8, pictures and charts in output are drawn in ASCII."
    case .timeZone: "The time zone of new beers and of imported times without a zone."
    }
  }
}
