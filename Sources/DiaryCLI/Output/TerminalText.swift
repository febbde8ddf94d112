import DiaryProcess

/// The characters that the terminal supports.
enum TerminalText {
  /// Returns whether more than ASCII can be drawn, by the first of the locale variables that is set.
  static func isUnicode(_ environment: Environment) -> Bool {
    let variables: [EnvironmentVariable] = [.localeAll, .localeCharacters, .language]
    let locale = variables.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    return ["utf-8", "utf8"].contains { locale.lowercased().contains($0) }
  }
}
