import DiaryText
import Telemetry

/// The path of a photo to add to a beer.
struct PhotoPathPrompt: PathPrompt {
  let beer: Int64

  var label: String { "Photo file" }
  var extensions: [String] { ["jpg", "jpeg", "png", "gif", "webp", "heic", "heif", "avif", "tif", "tiff"] }
  var correctableErrors: Set<ErrorKind> { [.noInput, .permission, .badData, .inputOutput] }

  func keyHints(for prompt: Prompt) -> [PromptHint] {
    prompt.isAwaitingAnswer ? [PromptHint("Esc", "stop waiting")] : pathHints(for: prompt)
  }

  /// Stays open until the photo has been added.
  func submit(
    _ path: String, changing photos: inout PhotosScreen, in context: ScreenContext
  ) -> [Intent] {
    guard !path.allSatisfy(\.isWhitespace), !path.hasSuffix("/") else { return [] }
    var prompt = Prompt(self, text: path)
    prompt.isAwaitingAnswer = true
    return [
      .rememberFolder(\.photoFolder, of: path), .prompt(prompt),
      .effect(.change(.addPhotos(beer: beer, paths: [path]))),
    ]
  }
}
