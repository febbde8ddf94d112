import DiaryModel
import DiaryStore
import DiaryText
import Terminal

extension Action {
  /// Asks which photos to restore: in the list, the removed photos of which beer.
  static let restorePhotos = Action(
    "restore-photos", .photos, "Restore removed photos of the beer; in the list, of any beer",
    hint: Hint { $0.restorePhotosHint }, keys: [.character("r")], on: [.list, .beer, .photos],
    [.changesDiary, .followsChange]
  ) { context in
    context.currentBeer?.id.map { RemovedPhotosPicker(beer: $0).opening() }
      ?? BeerWithRemovedPhotosPicker().opening()
  }
  .alsoCalled("removed")
}

extension ScreenContext {
  /// The hint for removed photos; `nil` on screens that are mostly about something else.
  fileprivate var restorePhotosHint: String? {
    if screen == .photos { return "restore" }
    let count = screen == .list && list.isInTrash ? list.window.summary?.removedPhotoCount ?? 0 : 0
    return count > 0 ? "restore photos" : nil
  }
}

/// The removed photos of a beer to restore: one or all of them.
struct RemovedPhotosPicker: FoundPicker {
  /// The id of the beer.
  let beer: Int64

  var label: String { "Restore" }
  var enterHint: String { "restore" }
  var subject: ChoiceRequest.Subject { .removedPhotos(ofBeer: beer) }
  /// All photos are read for any text.
  var narrows: Bool { true }

  func typed(_ text: String, changing screen: inout NoOwner, in context: ScreenContext) -> [Intent] { [] }

  func choices(in context: ScreenContext) -> [PickerChoice<[RemovedPhoto]>] {
    let photos = context.promptMemory.choices.removedPhotos
    let all = PickerChoice(
      "all \(NumberText.count(photos.count, "photo"))",
      context.removalText(photos.first?.removedAt, count: photos.count), photos)
    return (photos.count > 1 ? [all] : []) + photos.map { choice($0, context) }
  }

  private func choice(_ removed: RemovedPhoto, _ context: ScreenContext) -> PickerChoice<[RemovedPhoto]> {
    let facts = [
      removed.photo.metadata.long, BeerText.readable(removed.photo.caption),
      context.removalText(removed.removedAt),
    ]
    return PickerChoice(
      "photo \(removed.photo.order + 1)",
      context.joined(facts.compactMap(\.self)), [removed])
  }

  func emptyMessage(in context: ScreenContext) -> String {
    context.messageWithoutRemovedPhotos(hasChoices: !context.promptMemory.choices.removedPhotos.isEmpty)
  }

  func choose(
    _ photos: [RemovedPhoto], changing screen: inout NoOwner, in context: ScreenContext
  ) -> [Intent] {
    [.effect(.change(.restorePhotos(photos)))]
  }
}

/// The beer whose removed photos are restored, by its name.
struct BeerWithRemovedPhotosPicker: FoundPicker {
  var label: String { "Restore photos of" }
  var enterHint: String { "restore" }
  var subject: ChoiceRequest.Subject { .beersWithRemovedPhotos }

  func choices(in context: ScreenContext) -> [PickerChoice<Int64>] {
    context.promptMemory.choices.beersWithRemovedPhotos.map { beer in
      PickerChoice(
        BeerText.readable(beer.name) ?? BeerText.missingName,
        context.joined([
          NumberText.count(beer.photoCount, "removed photo"),
          context.removalText(beer.lastRemoval, count: beer.photoCount),
        ]), beer.id)
    }
  }

  func emptyMessage(in context: ScreenContext) -> String {
    context.messageWithoutRemovedPhotos(hasChoices: context.prompt?.input.isEmpty == false)
  }

  func choose(_ beer: Int64, changing screen: inout NoOwner, in context: ScreenContext) -> [Intent] {
    [.effect(.change(.restoreAllPhotos(ofBeer: beer)))]
  }
}

extension ScreenContext {
  /// Returns when photos were last removed; empty if that is not known.
  fileprivate func removalText(_ time: DiaryDate?, count: Int = 1) -> String {
    time.map { "\(count > 1 ? "last " : "")removed \(appearance.dates.shortWithTime($0))" } ?? ""
  }

  /// Returns facts with separators; empty ones are left out.
  fileprivate func joined(_ facts: [String]) -> String {
    facts.filter { !$0.isEmpty }.joined(separator: " \(glyphs.separator) ")
  }

  /// Returns why a picker has no removed photos to choose.
  ///
  /// - Parameter hasChoices: Whether there may be some, which only the typed text does not match.
  fileprivate func messageWithoutRemovedPhotos(hasChoices: Bool) -> String {
    let choices = promptMemory.choices
    if choices.isReading { return "Reading…" }
    if let failure = choices.failure { return "The diary cannot be read: " + ErrorText.reason(failure) + "." }
    return hasChoices ? "No matches." : "No removed photos."
  }
}
