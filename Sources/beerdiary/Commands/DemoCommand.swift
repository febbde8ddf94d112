import ArgumentParser
import DiaryStore
import Foundation

struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo", abstract: "Try the program with a sample diary in a temporary place.",
    discussion: """
      What you change in it is gone when the program ends; your own diary is not touched.

      EXAMPLE:
        beerdiary demo
      """)

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The folder with beers.csv and photos to make the sample diary from.", valueName: "folder"))
  var from: String?

  @Flag(name: .long, help: "Print the beers as text instead of opening the screen.")
  var list = false

  @OptionGroup var options: StoreOptions
  @OptionGroup var screen: ScreenOptions

  func run() throws {
    guard let source = from ?? SampleDiary.installedFolder() else {
      throw CommandFailure(
        sentence: "The sample diary is not installed; name its folder with --from.", status: .noInput)
    }
    let folder = FileManager.default.temporaryDirectory.path + "/beerdiary-demo-\(UUID().uuidString)"
    defer { Self.remove(folder) }
    let diary = try Diary.open(at: folder + "/sample.sqlite")
    try SampleDiary(folder: source).fill(diary)
    if list || !Console.standardOutput.isTerminal {
      try ListCommand.writePlain(diary)
    } else {
      try InterfaceLaunch(screen, options.makeRecorder()).open(diary.path)
    }
  }

  private static func remove(_ folder: String) {
    do {
      try FileManager.default.removeItem(atPath: folder)
    } catch {
      Console.standardError.line("beerdiary: \(folder) could not be removed; remove it yourself.")
    }
  }
}
