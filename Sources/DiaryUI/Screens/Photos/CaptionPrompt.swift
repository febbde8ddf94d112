import DiaryModel
import DiaryStore
import Terminal

/// The caption of a photo.
struct CaptionPrompt: PromptBehavior {
  let photo: Int64
  /// The caption that the user has seen; `nil` if the photo had none.
  let seen: String?

  var label: String { "Caption" }

  /// Sets the caption, or removes it if the text is empty.
  ///
  /// A caption that was changed elsewhere is replaced only after the user has seen it.
  func submit(
    _ text: String, changing photos: inout PhotosScreen, in context: ScreenContext
  ) -> [Intent] {
    let caption = text.allSatisfy(\.isWhitespace) ? nil : text
    if let stored = context.photos.first(where: { $0.id == photo }),
      ![seen, caption].contains(stored.caption)
    {
      return [.prompt(Self.prompt(text, replacing: stored))]
    }
    return [.effect(.change(.caption(photo: photo, caption)))]
  }

  /// Returns a prompt with the typed text that says how the caption was changed elsewhere.
  private static func prompt(_ text: String, replacing photo: Photo) -> Prompt {
    let change = photo.caption.map { "changed elsewhere to “\($0.truncated(to: 40))”" } ?? "removed elsewhere"
    var prompt = Self.prompt(
      text, for: photo, problem: "The caption was \(change). Press Enter again to replace it.")
    prompt.pause = .short
    return prompt
  }

  private static func prompt(_ text: String, for photo: Photo, problem: String) -> Prompt {
    var prompt = Prompt(CaptionPrompt(photo: photo.id, seen: photo.caption), text: text)
    prompt.problem = PromptProblem(problem)
    // The text is printed if the program is terminated.
    prompt.isTyped = true
    return prompt
  }

  /// Asks again for a caption that could not be saved, unless another prompt is open or the photo is gone.
  static func reopen(after error: ChangeFailure, of request: ChangeRequest, in context: ScreenContext)
    -> [Intent]
  {
    guard case .caption(let id, let caption?) = request, !error.isCancellation, context.prompt == nil,
      let photo = context.photos.first(where: { $0.id == id })
    else { return [] }
    return [.dropTypeAhead, .prompt(prompt(caption, for: photo, problem: error.sentence))]
  }

  func lossNotice(_ text: String) -> String? { Self.lossNotice(text) }

  static func lossNotice(_ text: String) -> String { "The caption “\(text)” was not saved." }
}
