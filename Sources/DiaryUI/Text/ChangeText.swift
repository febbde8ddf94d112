package import DiaryStore

/// What a change was, in a few words.
package enum ChangeText {
  package static func done(_ change: DiaryChange) -> String {
    switch change {
    case .added: "Added."
    case .withdrawn: "The new beer is gone again."
    case .edited: "Changed."
    case .trashed(let ids): "\(NumberText.count(ids.count, "beer")) moved to the trash."
    case .restored(let beers): "\(NumberText.count(beers.count, "beer")) back from the trash."
    case .movedPhoto: "The photo was moved."
    case .addedPhoto: "The photo was added."
    case .removedPhoto: "The photo was removed."
    case .captioned: "The caption was changed."
    }
  }
}
