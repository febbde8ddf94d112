package import DiaryStore

/// What a change was, in a few words.
package enum ChangeText {
  /// - Parameter name: Of the only beer that it is about, where it has one.
  package static func done(_ change: DiaryChange, name: String? = nil) -> String {
    let beer = BeerText.readable(name).map { "“\($0)”" }
    let one = beer ?? "the beer"
    return switch change {
    case .added: "\(beer ?? "The beer") was added."
    case .withdrawn: "\(beer ?? "The new beer") is gone again."
    case .edited: "\(beer ?? "The beer") was changed."
    case .fieldSet(let edit):
      "The \(edit.field.name) of \(several(edit.beerCount, beer)) was changed."
    case .imported(let change):
      "\(ImportText.beersAndPhotos(change.beerCount, change.photoCount)) imported."
    case .undoneImport(let undone):
      "\(ImportText.beersAndPhotos(undone.beerCount, undone.photoCount, "imported")) moved to the trash."
    case .trashed(let beers): "\(several(beers.count, beer)) moved to the trash."
    case .restored(let beers): "\(several(beers.count, beer)) back from the trash."
    case .movedPhoto: "A photo of \(one) was moved."
    case .addedPhoto: "A photo was added to \(one)."
    case .removedPhoto: "A photo of \(one) was removed."
    case .captioned: "A caption of \(one) was changed."
    }
  }

  private static func several(_ count: Int, _ beer: String?) -> String {
    count == 1 ? beer ?? "1 beer" : NumberText.count(count, "beer")
  }
}
