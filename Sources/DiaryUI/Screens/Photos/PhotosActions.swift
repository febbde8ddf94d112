import DiaryModel
import Terminal

// Actions of the photos of a beer.
extension Action {
  static let pickUp = Action(
    "pick-up", .photos, "Pick the photo up; arrows carry it, Enter drops it", hint: "move",
    keys: [.character("m")], on: [.photos], .changesBeers, when: \.withSeveralPhotos
  ) {
    PhotosScreen.pickUp(in: &$0)
    return []
  }

  static let drop = Action(
    "drop", .photos, "Drop the photo here", hint: "drop", keys: [Key(.enter), .character("m")],
    on: [.carrying], .changesBeers
  ) { PhotosScreen.drop(in: &$0) }

  static let putBack = Action(
    "put-back", .photos, "Put the photo back where it was", hint: "put back",
    keys: [Key(.escape), .character("q")], on: [.carrying]
  ) {
    $0.screens.photos.carried = nil
    return []
  }

  static let movePhotoDown = Action(
    "photo-down", .photos, "Move the photo down, towards the end",
    hint: Hint(with: { movePhotoUp }) { _ in "shift" },
    keys: [.character("J"), Key(.down, .shift), Key(.right, .shift)], on: [.photos], .changesBeers,
    when: \.withSeveralPhotos
  ) { PhotosScreen.movePhoto(to: $0.screens.photos.cursor + 1, in: &$0) }

  static let movePhotoUp = Action(
    "photo-up", .photos, "Move the photo up, towards the front",
    keys: [.character("K"), Key(.up, .shift), Key(.left, .shift)], on: [.photos], .changesBeers,
    when: \.withSeveralPhotos
  ) { PhotosScreen.movePhoto(to: $0.screens.photos.cursor - 1, in: &$0) }

  static let makeThumbnail = Action(
    "make-thumbnail", .photos, "Make the photo the first: the beer's thumbnail", hint: "make first",
    keys: [.character("t")], on: [.photos], .changesBeers, when: \.withSeveralPhotos
  ) { PhotosScreen.movePhoto(to: 0, in: &$0) }

  static let viewPhoto = Action(
    "view-photo", .photos, "Open the photo in the system's viewer", hint: "open", keys: [.character("o")],
    on: [.photos], when: \.withPhotos
  ) { PhotosScreen.selected($0).map { [.viewPhoto($0.id)] } ?? [] }

  static let editCaption = Action(
    "caption", .photos, "Write a caption", hint: "caption", keys: [.character("c")], on: [.photos],
    .changesBeers, when: \.withPhotos
  ) {
    PhotosScreen.editCaption(in: &$0)
    return []
  }

  static let addPhoto = Action(
    "add-photo", .photos, "Add a photo from a file", hint: "add photo", keys: [.character("a")],
    on: [.beer, .photos], .changesBeers
  ) {
    $0.askForPhoto()
    return []
  }

  static let removePhoto = Action(
    "remove-photo", .photos, "Take the photo off the beer; u brings it back", hint: "remove",
    keys: [.character("x"), Key(.delete)], on: [.photos], .changesBeers, when: \.withPhotos
  ) { PhotosScreen.selected($0).map { [.change(.removePhoto($0.id))] } ?? [] }

  static let onPhotos = [
    pickUp, drop, putBack, movePhotoDown, movePhotoUp, makeThumbnail, viewPhoto, editCaption, addPhoto,
    removePhoto,
  ]
}
