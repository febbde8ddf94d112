import ArgumentParser
import DiaryProcess
import DiaryStore
import Foundation
import SQLiteKit

struct DemoCommand: ScreenCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo", abstract: "Try the program with a sample diary.",
    discussion: """
      The sample diary is temporary: it is removed when the program ends. Your own diary is not changed.

      EXAMPLES:
        beerdiary demo
        beerdiary demo --json | jq '.[].name'
      """)

  static let json: JSONType = .array(.object("beer"))

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The folder with the sample's beers.csv and photos.", valueName: "folder"),
    completion: .directory)
  var from: String?

  @Flag(name: .long, help: "Print the beers instead of opening the screen.")
  var list = false

  @Flag(name: .long, help: "Open your own diary instead if you have one.")
  var unlessDiary = false

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: ListOutputOptions
  @OptionGroup var characters: CharacterOptions
  @OptionGroup var colors: ColorOptions
  @OptionGroup var mouse: MouseOptions

  func run(in context: CommandContext) throws {
    if unlessDiary, FileManager.default.fileExists(atPath: context.path(options)) {
      return try Beerdiary.showDiary(options, screen, in: context)
    }
    guard let source = from ?? SampleDiary.installedFolder() else {
      throw CommandFailure(
        sentence: "The sample diary is not installed. Name its folder with --from.", status: .noInput)
    }
    try withSample(from: source) { diary in
      if context.canOpenScreen, !list, !output.json {
        var request = ScreenRequest(
          at: diary.path, cacheFolder: (diary.path as NSString).deletingLastPathComponent, options, screen)
        request.isTemporary = true
        request.name = "sample"
        return try context.openScreen(request)
      }
      // The last part of the output is written after the folder is removed, because SIGPIPE may end the program.
      if output.json { return try ListCommand.writeJSON(diary, as: output, to: context.output) }
      try ListCommand.writePlain(diary, dates: context.dates, to: context.output)
    }
  }

  /// Calls a function with the sample diary in a temporary folder.
  ///
  /// `withDiary` would open the diary of the options, refuse to fill it with `--read-only`, say that it was created, and
  /// count the use of a diary that is not the user's.
  private func withSample(from source: String, _ body: (Diary) throws -> Void) throws {
    let folder = try ScratchFolder.temporary(for: .demo)
    defer { folder.removeOrReport() }
    let diary = try Diary.open(at: folder.path + "/sample.sqlite")
    try SampleDiary(folder: source).fill(diary)
    try body(diary)
  }
}
