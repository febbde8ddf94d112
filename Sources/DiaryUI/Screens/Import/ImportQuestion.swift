import DiaryText

/// Whether to begin an import that may not be what the user wants.
struct ImportQuestion: Question {
  typealias Owner = ImportScreen

  let question: String
  /// What is unusual about the file; `nil` if the question says all.
  var hint: String?

  var agreement: String { "add them" }
  var refusal: String { "look again" }

  func agree(changing screen: inout ImportScreen, in context: ScreenContext) -> [Intent] {
    screen.start()
  }
}

extension ImportScreen {
  /// Begins the import, or asks first.
  ///
  /// Asks if columns or values were changed, whose keys are close to Enter, or if the file may not be one of beers that
  /// were drunk.
  mutating func askOrStart() -> [Intent] {
    guard let file, file.canBegin, let preview = file.preview else { return [] }
    let addition = ImportText.addition(preview.counts)
    if let doubt = preview.question {
      return [.prompt(Prompt(ImportQuestion(question: "Add \(addition) all the same?", hint: doubt)))]
    }
    if !file.request.isChanged { return start() }
    let what = file.request.assignments.isEmpty ? "read like this" : "with these columns"
    return [.prompt(Prompt(ImportQuestion(question: "Add \(addition) \(what)?")))]
  }

  fileprivate mutating func start() -> [Intent] {
    guard let request = file?.request, file?.canBegin == true else { return [] }
    file = ImportState(request)
    file?.phase = .running
    return [.effect(.runImport(request))]
  }
}
