import DiaryText
import Telemetry

/// The path of a photo to add to a beer.
struct PhotoPathPrompt: PathPrompt {
  typealias Owner = PhotosScreen

  let beer: Int64

  var label: String { "Photo file" }
  var extensions: [String] { ["jpg", "jpeg", "png", "gif", "webp", "heic", "heif", "avif", "tif", "tiff"] }
  static var pathHistory: PromptHistory.ID { "photos" }
  var choosesSeveral: Bool { true }
  var correctableErrors: Set<ErrorKind> { [.noInput, .permission, .badData, .inputOutput] }

  func answer(several paths: [String]) -> [Intent]? {
    [.effect(.change(.addPhotos(beer: beer, paths: paths)))]
  }

  func keyHints(for prompt: Prompt) -> [PromptHint] {
    prompt.awaited == .answer ? [PromptHint("Esc", "stop waiting")] : pathHints(for: prompt)
  }

  /// Stays open until the photo has been added.
  func use(
    _ path: String, changing photos: inout PhotosScreen, in context: ScreenContext
  ) -> [Intent] {
    var prompt = Prompt(self, text: path)
    prompt.awaited = .answer
    return [.prompt(prompt), .effect(.change(.addPhotos(beer: beer, paths: [path])))]
  }
}

extension PhotosScreen {
  /// Closes the prompt that waits until a photo has been added.
  func closePrompt(of request: ChangeRequest, in context: ScreenContext) -> [Intent] {
    guard case .addPhotos = request, context.prompt?.awaited == .answer else { return [] }
    return [.closePrompt(PhotoPathPrompt.self)]
  }

  /// Asks for another path if a photo cannot be added, on screens that can add photos; remembers one that was added.
  func reopenPrompt(
    after outcome: ChangeOutcome, of request: ChangeRequest, in context: ScreenContext
  ) -> [Intent] {
    guard case .addPhotos(let beer, let paths) = request else { return [] }
    if outcome.problem == nil, let path = paths.last { return [PhotoPathPrompt.remember(path)] }
    guard paths.count == 1, let problem = outcome.problem,
      context.currentBeer?.id == beer,
      context.configuration.actions.actions(on: context.screen).contains(.addPhoto)
    else { return [] }
    return PhotoPathPrompt(beer: beer).reopened(with: paths[0], after: problem, in: context) ?? []
  }
}
