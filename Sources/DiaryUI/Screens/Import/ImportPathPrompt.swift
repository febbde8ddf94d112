/// The path of a file to import.
struct ImportPathPrompt: PathPrompt {
  var label: String { "CSV or JSON file" }
  var extensions: [String] { ["csv", "tsv", "txt", "json", "jsonl", "ndjson"] }

  /// Reads the file, to show what an import would add.
  func submit(
    _ path: String, changing screen: inout ImportScreen, in context: ScreenContext
  ) -> [Intent] {
    guard !path.allSatisfy(\.isWhitespace), !path.hasSuffix("/") else { return [] }
    let request = ImportRequest(path: path)
    screen.file = ImportState(request)
    return [.rememberFolder(\.importFolder, of: path)]
      + (context.screen == .importing ? [] : [.open(.importing)]) + [.effect(.previewImport(request))]
  }
}
