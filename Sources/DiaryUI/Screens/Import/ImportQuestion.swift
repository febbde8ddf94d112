import DiaryText
import Terminal

/// Whether to import a file that may not be a list of beers that were drunk.
struct ImportQuestion: Question {
  typealias Owner = ImportScreen

  let question: String
  /// What is unusual about the file.
  let hint: String?

  var agreement: String { "import" }
  var refusal: String { "cancel" }

  func agree(changing screen: inout ImportScreen, in context: ScreenContext) -> [Intent] {
    screen.start()
  }

  func cancel(changing screen: inout ImportScreen, in context: ScreenContext) -> [Intent] {
    [.say("Nothing was imported.")]
  }
}

extension ImportScreen {
  /// Starts the import, or asks first if the file may not be a list of beers that were drunk.
  ///
  /// A key immediately after the one that chose the file does not start the import, because the user cannot have seen the
  /// preview yet.
  mutating func askOrStart(in context: ScreenContext) -> [Intent] {
    guard let file, file.canBegin, let preview = file.preview else { return [] }
    let addition = ImportText.addition(preview.counts)
    if file.isSettling, let key = context.pressedKey {
      self.file?.waitAgain()
      return [.say("Press \(key.label) again to import \(addition).")]
    }
    if let doubt = preview.question {
      return [.prompt(Prompt(ImportQuestion(question: "Import \(addition) anyway?", hint: doubt)))]
    }
    return start()
  }

  fileprivate mutating func start() -> [Intent] {
    guard let request = file?.request, file?.canBegin == true else { return [] }
    file = ImportState(request)
    file?.phase = .running
    return [.effect(.runImport(request))]
  }
}
