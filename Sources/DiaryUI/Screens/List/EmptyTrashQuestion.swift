import DiaryStore
import DiaryText

/// Whether to delete what is in the trash.
struct EmptyTrashQuestion: Question {
  typealias Owner = ListScreen

  /// What is in the trash as the question opens.
  let contents: EmptiedTrash
  /// How many conflicts would be deleted with it.
  let conflictCount: Int

  var question: String {
    let text = TrashText.contents(beers: contents.beers.count, photos: contents.photos.count)
    let conflicts = TrashText.conflicts(conflictCount).map { " " + $0 } ?? ""
    return "Permanently delete \(text)?\(conflicts)"
  }
  var agreement: String { "delete" }
  var refusal: String { "cancel" }
  var isDestructive: Bool { true }

  func agree(changing list: inout ListScreen, in context: ScreenContext) -> [Intent] {
    [.effect(.change(.emptyTrash(contents)))]
  }
}
