import DiaryProcess

/// What text the terminal, or whoever reads the output, understands.
enum TerminalText {
  /// Whether more than ASCII can be drawn: by the first of these variables that says anything.
  static func isUnicode(_ environment: Environment) -> Bool {
    let variables: [EnvironmentVariable] = [.localeAll, .localeCharacters, .language]
    let locale = variables.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    return ["utf-8", "utf8"].contains { locale.lowercased().contains($0) }
  }
}
