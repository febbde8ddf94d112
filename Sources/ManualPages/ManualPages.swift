import Foundation

/// Makes the manual pages of the program from what it tells of itself.
///
///     beerdiary --experimental-dump-help | ManualPages FOLDER "beerdiary 0.1.0"
@main
enum ManualPages {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let folder = arguments.first, let version = arguments.last, arguments.count == 2 else {
      FileHandle.standardError.write(Data("usage: ManualPages folder version <description\n".utf8))
      exit(64)
    }
    let description = FileHandle.standardInput.readDataToEndOfFile()
    let program = try JSONDecoder().decode(CommandDescription.Dump.self, from: description).command
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let paths = paths(program, below: [])
    let names = paths.map { ManualPage.name($0.parents + [$0.command.commandName]) }
    for (command, parents) in paths {
      let page = ManualPage(command, below: parents, version: version, pages: names)
      try Data(page.text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(page.name).1"))
    }
  }

  private static func paths(_ command: CommandDescription, below parents: [String])
    -> [(command: CommandDescription, parents: [String])]
  {
    [(command, parents)] + command.commands.flatMap { paths($0, below: parents + [command.commandName]) }
  }
}
