/// The caption of a photo.
struct CaptionPrompt: PromptBehavior {
  let photo: Int64

  var label: String { "Caption" }

  /// An empty text removes the caption.
  func submit(
    _ text: String, changing photos: inout PhotosScreen, in context: ScreenContext
  ) -> [Intent] {
    [.effect(.change(.caption(photo: photo, text.allSatisfy(\.isWhitespace) ? nil : text)))]
  }

  func lossNotice(_ text: String) -> String? { "The caption “\(text)” was not saved." }
}
