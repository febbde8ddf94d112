import DiaryText
import Telemetry

/// The path of a photo to add to a beer.
struct PhotoPathPrompt: PathPrompt {
  let beer: Int64

  var label: String { "Photo file" }
  var correctableErrors: Set<ErrorKind> { [.noInput, .permission, .badData, .inputOutput] }

  func keyHints(for prompt: Prompt) -> [PromptHint] {
    prompt.isAwaitingAnswer ? [PromptHint("Esc", "do not wait for the photo")] : pathHints(for: prompt)
  }

  /// Stays open until the photo has been added.
  func submit(_ path: String, in state: inout AppState) -> [Effect] {
    guard !path.allSatisfy(\.isWhitespace), !path.hasSuffix("/") else { return [] }
    state.promptMemory.photoFolder = FolderRequest(typed: path).folder
    state.prompt = Prompt(self, text: path)
    state.prompt?.isAwaitingAnswer = true
    return [.change(.addPhotos(beer: beer, paths: [path]))]
  }
}

extension AppState {
  /// Asks for a photo of the beer on the screen.
  mutating func askForPhoto() {
    guard let beer = shown?.id else { return }
    prompt = Prompt(PhotoPathPrompt(beer: beer), folder: promptMemory.photoFolder)
  }
}
