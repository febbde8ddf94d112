import DiaryText

/// Whether to begin an import that may not be what the user wants.
struct ImportQuestion: Question {
  let question: String
  /// What is unusual about the file; `nil` if the question says all.
  var hint: String?

  var agreement: String { "add them" }
  var refusal: String { "look again" }

  func agree(in state: inout AppState) -> [Effect] { state.startImport() }
}

extension AppState {
  /// Begins the import, or asks first.
  ///
  /// Asks if columns or values were changed, whose keys are close to Enter, or if the file may not be one of beers that
  /// were drunk.
  mutating func askOrStartImport() -> [Effect] {
    guard let fileImport = screens.importing.file, fileImport.canBegin, let preview = fileImport.preview
    else { return [] }
    let addition = ImportText.addition(preview.counts)
    if let doubt = preview.question {
      prompt = Prompt(ImportQuestion(question: "Add \(addition) all the same?", hint: doubt))
      return []
    }
    if !fileImport.request.isChanged { return startImport() }
    let what = fileImport.request.assignments.isEmpty ? "read like this" : "with these columns"
    prompt = Prompt(ImportQuestion(question: "Add \(addition) \(what)?"))
    return []
  }

  fileprivate mutating func startImport() -> [Effect] {
    guard let request = screens.importing.file?.request, screens.importing.file?.canBegin == true else {
      return []
    }
    screens.importing.file = ImportState(request)
    screens.importing.file?.phase = .running
    return [.runImport(request)]
  }
}
