import DiaryModel
import DiaryStore
import DiaryText
import Terminal

extension Action {
  /// Asks which photos to restore: in the list, the removed photos of which beer.
  static let restorePhotos = Action(
    "restore-photos", .photos, "Restore removed photos: in the list those of any beer",
    hint: Hint { $0.restorePhotosHint }, keys: [.character("r")], on: [.list, .beer, .photos],
    [.changesDiary, .followsChange]
  ) { RemovedPhotosPicker(beer: $0.currentBeer?.id).opening() }
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

/// The removed photos to restore: one of a beer or all of them, or those of one of several beers.
struct RemovedPhotosPicker: FoundPicker {
  /// The id of the beer; `nil` for any beer.
  let beer: Int64?

  var label: String { beer == nil ? "Restore photos of" : "Restore" }
  var enterHint: String { "restore" }
  var subject: ChoiceRequest.Subject { .removedPhotos(ofBeer: beer) }
  /// All photos are read for any text.
  var narrows: Bool { true }

  func typed(_ text: String, changing screen: inout NoOwner, in context: ScreenContext) -> [Intent] { [] }

  func choices(in context: ScreenContext) -> [PickerChoice<[RemovedPhoto]>] {
    let photos = context.promptMemory.choices.removedPhotos
    if beer == nil { return beers(of: photos, context) }
    let all = PickerChoice(
      "all \(NumberText.count(photos.count, "photo"))", lastRemoval(of: photos, context), photos)
    return (photos.count > 1 ? [all] : []) + photos.map { choice($0, context) }
  }

  /// Returns the beers that the photos were removed from, in their order.
  private func beers(
    of photos: [RemovedPhoto], _ context: ScreenContext
  ) -> [PickerChoice<[RemovedPhoto]>] {
    let byBeer = Dictionary(grouping: photos, by: \.photo.beerID)
    var listed: Set<Int64> = []
    return photos.filter { listed.insert($0.photo.beerID).inserted }.map { last in
      let own = byBeer[last.photo.beerID] ?? []
      let facts = [NumberText.count(own.count, "removed photo"), lastRemoval(of: own, context)]
      return PickerChoice(
        BeerText.readable(last.beerName) ?? BeerText.missingName,
        facts.filter { !$0.isEmpty }.joined(separator: separator(context)), own)
    }
  }

  private func choice(_ removed: RemovedPhoto, _ context: ScreenContext) -> PickerChoice<[RemovedPhoto]> {
    let facts = [
      removed.photo.metadata.long, BeerText.readable(removed.photo.caption),
      lastRemoval(of: [removed], context),
    ]
    return PickerChoice(
      "photo \(removed.photo.order + 1)",
      facts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: separator(context)), [removed])
  }

  /// Returns when the first of the photos was removed, which is the last removal; empty if that is not known.
  private func lastRemoval(of photos: [RemovedPhoto], _ context: ScreenContext) -> String {
    let time = photos.first?.removedAt.map { context.appearance.dates.shortWithTime($0) }
    return time.map { "\(photos.count > 1 ? "last " : "")removed \($0)" } ?? ""
  }

  private func separator(_ context: ScreenContext) -> String { " \(context.glyphs.separator) " }

  func emptyMessage(in context: ScreenContext) -> String {
    let choices = context.promptMemory.choices
    if choices.isReading { return "Reading…" }
    if let failure = choices.failure { return "The diary cannot be read: " + ErrorText.reason(failure) + "." }
    return choices.removedPhotos.isEmpty ? "No removed photos." : "No matches."
  }

  func choose(
    _ photos: [RemovedPhoto], changing screen: inout NoOwner, in context: ScreenContext
  ) -> [Intent] {
    [.effect(.change(.restorePhotos(photos)))]
  }
}
