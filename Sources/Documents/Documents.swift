import Foundation

/// Makes the manual pages and the reference from what the program says about itself.
///
/// The plugin `generate-manual` of swift-argument-parser is not used: it names a page `beerdiary.list.1`, but `man` looks
/// for `beerdiary-list.1`; its separate pages do not list the commands below them; it leaves out defaults; and it prints
/// the discussion as one block, without headings and examples.
///
///     beerdiary --experimental-dump-help | Documents manual FOLDER "beerdiary 1.0.0" "November 22, 2026"
///     beerdiary --experimental-dump-help | Documents reference docs/reference
@main
enum Documents {
  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch (arguments.first, arguments.count) {
    case ("manual", 4):
      try writeManual(to: arguments[1], edition: ManualEdition(source: arguments[2], date: arguments[3]))
    case ("reference", 2): try writeReference(to: arguments[1])
    default:
      FileHandle.standardError.write(
        Data(
          "usage: Documents manual FOLDER VERSION DATE | reference FOLDER, with the description on stdin\n"
            .utf8))
      exit(64)
    }
  }

  private static func writeManual(to folder: String, edition: ManualEdition) throws {
    let program = try readProgram()
    for page in ManualPage.all(of: program, edition: edition) {
      try write(page.text, to: "\(folder)/\(page.name).1")
    }
    for page in TopicPage.all { try write(page.text(edition), to: "\(folder)/\(page.name).7") }
  }

  private static func writeReference(to folder: String) throws {
    let program = try readProgram()
    for page in ReferencePage.all(program) {
      let preface = try? String(contentsOfFile: "\(folder)/preface/\(page.name).md", encoding: .utf8)
      try write(page.markdown(preface: preface), to: "\(folder)/\(page.name).md")
    }
    try write(JSONSchema.text, to: "\(folder)/\(JSONSchema.fileName)")
  }

  /// The program's description on standard input.
  private static func readProgram() throws -> CommandDescription {
    let description = FileHandle.standardInput.readDataToEndOfFile()
    return try JSONDecoder().decode(CommandDescription.Dump.self, from: description).command
  }

  private static func write(_ text: String, to path: String) throws {
    let file = URL(fileURLWithPath: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }
}
