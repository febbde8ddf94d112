import DiaryModel
package import DiaryStore

/// Sentences about changes.
package enum ChangeText {
  /// Returns a sentence that says what was changed.
  ///
  /// - Parameters:
  ///   - name: The name of the changed beer; `nil` for several beers, or if it has no name.
  ///   - position: The position of an added beer among those of its label, from 1 for the oldest; `nil` for the newest.
  ///   - times: How many beers the label of an added beer has with it; `nil` to leave it out.
  package static func done(
    _ change: DiaryChange, name: String? = nil, position: Int? = nil, times: Int? = nil
  ) -> String {
    let beer = BeerText.readable(name).map { "“\($0)”" }
    let one = beer ?? "the beer"
    return switch change {
    case .added: "Added \(one)\(LabelText.time(position, of: times))."
    case .undoneAddition: "Removed \(beer ?? "the new beer")."
    case .edited(let edit): "Changed \(onlyField(edit).map { "the \($0) of " } ?? "")\(one)."
    case .fieldSet(let edit): set(edit, of: several(edit.beerCount, beer))
    case .imported(let change): imported(change)
    case .undoneImport(let undone):
      "Moved \(ImportText.beersAndPhotos(undone.beerCount, undone.photoCount, "imported")) to the trash."
    case .adopted(let beers): "Adopted \(several(beers.count, beer))."
    case .undoneAdoption(let beers):
      "Moved \(beers.count == 1 ? beer ?? "1 adopted beer" : NumberText.count(beers.count, "adopted beer")) to the trash."
    case .trashed(let beers): "Moved \(several(beers.count, beer)) to the trash."
    case .restored(let beers): "Restored \(several(beers.count, beer)) from the trash."
    case .movedPhoto: "Moved a photo of \(one)."
    case .addedPhoto(let placement, _) where placement.isRestored: "Restored a photo of \(one)."
    case .addedPhoto: "Added a photo to \(one)."
    case .removedPhoto(let placement, _): "Removed photo \(placement.order + 1) of \(one)."
    case .captioned: "Changed the caption of a photo of \(one)."
    case .labels(let change): labels(change)
    case .splitBeer(let split): "Split \(title(split)) into \(NumberText.count(split.beerCount, "beer"))."
    case .undoneSplit(let split, _): "Put \(title(split)) back together."
    case .resolved(let resolution): resolved(resolution)
    }
  }

  /// Returns `Imported 3 beers and 2 photos, and changed 1 beer.`, or what an import that added none has changed.
  private static func imported(_ change: DiaryChange.Import) -> String {
    let added = change.beerCount - change.changedCount
    let changed = NumberText.count(change.changedCount, "beer")
    if change.changedCount == 0 || added + change.photoCount > 0 {
      return "Imported \(ImportText.beersAndPhotos(added, change.photoCount))"
        + (change.changedCount == 0 ? "." : ", and changed \(changed).")
    }
    let isOnlyPhotos = change.onlyPhotosChangedCount == change.changedCount
    let what = isOnlyPhotos ? "captions or the order of photos of " : ""
    return "Changed \(what)\(changed) in an import."
  }

  /// Returns a sentence that says that removed photos of a beer were restored.
  ///
  /// - Parameter name: The name of the beer; `nil` if it has none.
  package static func restored(photoCount: Int, name: String?) -> String {
    let beer = BeerText.readable(name).map { "“\($0)”" } ?? "the beer"
    return "Restored \(NumberText.count(photoCount, "photo")) of \(beer)."
  }

  /// Returns `Changed the rating of 2 beers to 4.5.`, without the value if it is not the same for all.
  private static func set(_ edit: DiaryChange.FieldEdit, of beers: String) -> String {
    let field = "the \(fieldName(edit.field)) of \(beers)"
    let values = edit.newValues
    guard values.count == 1, let new = values.first else { return "Changed \(field)." }
    return new.map { "Changed \(field) to \(value($0))." } ?? "Cleared \(field)."
  }

  private static func title(_ split: DiaryChange.Split) -> String {
    BeerText.readable(split.name).map { "“\($0)”" } ?? "the beer"
  }

  private static func labels(_ change: LabelChange) -> String {
    let label = BeerText.readable(change.name).map { "“\($0)”" } ?? "a label"
    let count = change.changedBeers.count
    return switch change.kind {
    case .merged: "Counted \(NumberText.count(count, "beer")) as \(label)."
    case .split where count > 1: "Gave \(NumberText.count(count, "beer")) a label of their own."
    case .split: "Gave \(BeerText.readable(change.name).map { "“\($0)”" } ?? "a beer") a label of its own."
    case .keptApart:
      "Kept \(label) and \(BeerText.readable(change.otherName).map { "“\($0)”" } ?? "another label") apart."
    case .edited: "Changed the label of \(label)."
    }
  }

  private static func resolved(_ resolution: DiaryChange.Resolution) -> String {
    let unnamed = resolution.isOfLabel ? "the label" : "the beer"
    let one = BeerText.readable(resolution.title).map { "“\($0)”" } ?? unnamed
    let isPhoto = resolution.field.hasPrefix("photo") || resolution.field.hasPrefix("removed photo")
    // `photo 2` has no article.
    let isNumbered = isPhoto && resolution.field.last?.isNumber == true
    let field = isNumbered ? resolution.field : "the \(resolution.field)"
    if resolution.isUndone { return "Took back the choice for \(field) of \(one)." }
    if let state = resolution.value {
      if resolution.field == "trash", state.hasSuffix("in the trash") {
        return "Chose that \(one) is \(state)."
      }
      if isPhoto, ["removed", "not removed"].contains(state) {
        return "Chose that \(field) of \(one) is \(state)."
      }
    }
    // In quotation marks, because a number could be taken for that of the choice.
    let chosen = resolution.value.map { "“\(value(.text($0)))”" } ?? value(nil)
    return "Chose \(chosen) for \(field) of \(one)."
  }

  /// Returns the name of one beer, or the number of beers.
  static func several(_ count: Int, _ beer: String?) -> String {
    count == 1 ? beer ?? "1 beer" : NumberText.count(count, "beer")
  }
}
