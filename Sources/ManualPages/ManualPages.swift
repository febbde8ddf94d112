import Foundation

/// Generates the manual pages from the program's description of its commands.
///
///     beerdiary --experimental-dump-help | ManualPages FOLDER "beerdiary 0.1.0" "November 22, 2026"
@main
enum ManualPages {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4 else {
      FileHandle.standardError.write(Data("usage: ManualPages folder version date <description\n".utf8))
      exit(64)
    }
    let (folder, version, date) = (arguments[1], arguments[2], arguments[3])
    let description = FileHandle.standardInput.readDataToEndOfFile()
    let program = try JSONDecoder().decode(CommandDescription.Dump.self, from: description).command
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let paths = paths(program, below: [])
    let names = paths.map { ManualPage.name($0.parents + [$0.command.commandName]) }
    for (command, parents) in paths {
      let page = ManualPage(command, below: parents, version: version, date: date, pages: names)
      try Data(page.text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(page.name).1"))
    }
  }

  private static func paths(_ command: CommandDescription, below parents: [String])
    -> [(command: CommandDescription, parents: [String])]
  {
    [(command, parents)] + command.commands.flatMap { paths($0, below: parents + [command.commandName]) }
  }
}
