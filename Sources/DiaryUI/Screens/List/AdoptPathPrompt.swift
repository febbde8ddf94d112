/// The path of another diary whose beers are added.
struct AdoptPathPrompt: PathPrompt {
  typealias Owner = ListScreen

  var label: String { "Diary of Beer Diary for iOS" }
  var extensions: [String] { ["sqlite", "sqlite3", "db", "store"] }

  /// Adds the beers on the terminal, where the progress and the warnings are shown.
  func submit(_ path: String, changing list: inout ListScreen, in context: ScreenContext) -> [Intent] {
    guard !path.allSatisfy(\.isWhitespace), !path.hasSuffix("/") else { return [] }
    return [.rememberFolder(\.importFolder, of: path), .effect(.runCommand(.adopt(path)))]
  }
}
