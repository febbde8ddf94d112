import DiaryText
import Telemetry

/// The path of a file for the year on the screen as a web page.
struct YearPagePrompt: PathPrompt {
  typealias Owner = YearScreen

  let page: YearPage

  var label: String { "Save \(page.title) to" }
  var extensions: [String] { YearPage.fileExtensions }
  var choosesNewFile: Bool { true }
  var suggestedName: String { page.fileName }
  static var pathHistory: PromptHistory.ID { "exports" }
  var correctableErrors: Set<ErrorKind> { [.noInput, .permission, .cannotCreate] }

  func use(
    _ path: String, changing year: inout YearScreen, in context: ScreenContext
  ) throws(PromptProblem) -> [Intent] {
    guard extensions.contains(Self.fileExtension(of: path)) else {
      throw PromptProblem("End the name with .\(extensions[0]).")
    }
    return [.export(ExportRequest(.year(page), to: path), from: Prompt(self, text: path))]
  }
}
