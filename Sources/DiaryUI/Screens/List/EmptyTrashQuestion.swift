import DiaryStore
import DiaryText

/// Whether to delete what is in the trash.
struct EmptyTrashQuestion: Question {
  typealias Owner = ListScreen

  /// What is in the trash as the question opens.
  let contents: EmptiedTrash

  var question: String {
    let text = TrashText.contents(beers: contents.beers.count, photos: contents.photos.count)
    return "Permanently delete \(text)?"
  }
  var agreement: String { "delete" }
  var refusal: String { "cancel" }
  var isDestructive: Bool { true }

  func agree(changing list: inout ListScreen, in context: ScreenContext) -> [Intent] {
    [.effect(.change(.emptyTrash(contents)))]
  }
}
