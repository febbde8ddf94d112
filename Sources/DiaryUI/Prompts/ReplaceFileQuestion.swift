/// Whether an export replaces an existing file.
struct ReplaceFileQuestion: Question {
  let request: ExportRequest
  /// The prompt with the path.
  let prompt: Prompt

  var question: String { "\(request.path) already exists. Replace it?" }
  var agreement: String { "replace" }
  var refusal: String { "change the name" }
  var isDestructive: Bool { true }

  func agree(changing screen: inout NoOwner, in context: ScreenContext) -> [Intent] {
    var replacing = request
    replacing.replaces = true
    return [.export(replacing, from: prompt)]
  }

  func cancel(changing screen: inout NoOwner, in context: ScreenContext) -> [Intent] { [.prompt(prompt)] }
}
