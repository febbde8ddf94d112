import ArgumentParser
import DiaryProcess
import DiaryStore
import Foundation
import SQLiteKit

struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo", abstract: "Try the program with a sample diary in a temporary place.",
    discussion: """
      What you change in it is gone when the program ends; your own diary is not touched.

      EXAMPLES:
        beerdiary demo
        beerdiary demo --json | jq '.[].name'
      """)

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The folder with beers.csv and photos to make the sample diary from.", valueName: "folder"),
    completion: .directory)
  var from: String?

  @Flag(name: .long, help: "Print the beers as text, or with --json as JSON, instead of opening the screen.")
  var list = false

  @Flag(name: .long, help: "Open your own diary instead where you have one.")
  var unlessDiary = false

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var screen: ScreenOptions

  func run() throws {
    if unlessDiary, FileManager.default.fileExists(atPath: options.storePath) {
      return try Beerdiary.showDiary(options.choice, screen.choice)
    }
    guard let source = from ?? SampleDiary.installedFolder() else {
      throw CommandFailure(
        sentence: "The sample diary is not installed; name its folder with --from.", status: .noInput)
    }
    if list || output.json || !Console.standardOutput.isTerminal {
      try listSample(from: source)
    } else {
      try openSample(from: source)
    }
  }

  /// Writes when the folder is gone: a reader that goes away ends the program at once.
  private func listSample(from source: String) throws {
    let console = Console.standardOutput
    try withSample(from: source) { diary in
      try output.json
        ? ListCommand.writeJSON(diary, to: console) : ListCommand.writePlain(diary, to: console)
    }
    console.flush()
  }

  private func openSample(from source: String) throws {
    try withSample(from: source) { diary in
      try ScreenLaunch.open(
        ScreenRequest(
          store: options.choice, screen: screen.choice, path: diary.path, temporaryName: "sample",
          cacheFolder: (diary.path as NSString).deletingLastPathComponent))
    }
  }

  private func withSample(from source: String, _ body: (Diary) throws -> Void) throws {
    let folder = try ScratchFolder.temporary(for: .demo)
    defer { folder.removeOrReport() }
    let diary = try Diary.open(at: folder.path + "/sample.sqlite")
    try SampleDiary(folder: source).fill(diary)
    try body(diary)
  }
}
