/// Whether an export replaces an existing file.
struct ReplaceFileQuestion: Question {
  typealias Owner = ListScreen

  let request: ExportRequest
  let prompt: ExportPathPrompt

  var question: String { "\(request.path) already exists. Replace it?" }
  var agreement: String { "replace" }
  var refusal: String { "change the name" }
  var isDestructive: Bool { true }

  func agree(changing list: inout ListScreen, in context: ScreenContext) -> [Intent] {
    var replacing = request
    replacing.replaces = true
    return list.beginExport(replacing, from: prompt)
  }

  func cancel(changing list: inout ListScreen, in context: ScreenContext) -> [Intent] {
    [.prompt(Prompt(prompt, text: request.path))]
  }
}
