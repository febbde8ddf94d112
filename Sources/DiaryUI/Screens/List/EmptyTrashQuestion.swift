import DiaryText

/// Whether to delete what is in the trash.
struct EmptyTrashQuestion: Question {
  typealias Owner = ListScreen

  /// The number of beers in the trash.
  let beerCount: Int
  /// The number of photos that were removed from their beers.
  let photoCount: Int

  var question: String { "Permanently delete \(TrashText.contents(beers: beerCount, photos: photoCount))?" }
  var agreement: String { "delete" }
  var refusal: String { "cancel" }
  var isDestructive: Bool { true }

  func agree(changing list: inout ListScreen, in context: ScreenContext) -> [Intent] {
    [.effect(.change(.emptyTrash))]
  }
}
