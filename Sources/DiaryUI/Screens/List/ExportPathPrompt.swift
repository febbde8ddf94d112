import DiaryStore
import DiaryText
import Interchange
import Telemetry

/// The path of a file for the beers of the list.
struct ExportPathPrompt: PathPrompt {
  typealias Owner = ListScreen

  let query: BeerQuery
  /// The number of beers; `nil` while they are being counted.
  let beerCount: Int?

  var label: String {
    "Export \(beerCount.map { NumberText.count($0, "beer") } ?? "the beers of the list") to"
  }
  var hint: String? { "The ending of the name says the format: \(DiaryFileFormat.endings)." }
  var extensions: [String] { DiaryFileFormat.allCases.flatMap(\.fileExtensions) }
  var choosesNewFile: Bool { true }
  static var pathHistory: PromptHistory.ID { "exports" }
  var correctableErrors: Set<ErrorKind> { [.noInput, .permission, .cannotCreate] }

  func use(
    _ path: String, changing list: inout ListScreen, in context: ScreenContext
  ) throws(PromptProblem) -> [Intent] {
    guard let format = DiaryFileFormat(fileName: path) else {
      // The hint, which a screen reader does not read, has the endings.
      let isHintRead = context.layout.hintRow != nil && !context.appearance.usesWords
      throw PromptProblem(
        isHintRead ? "The name has none of these endings." : "End the name with \(DiaryFileFormat.endings).")
    }
    return [.export(ExportRequest(.beers(query, format), to: path), from: Prompt(self, text: path))]
  }
}
