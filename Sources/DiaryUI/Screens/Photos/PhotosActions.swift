import DiaryModel
import Terminal

// Actions of the photos of a beer.
extension Action {
  static let pickUp = Action(
    "pick-up", .photos, "Pick up the photo to move it", hint: "move",
    keys: [.character("m")], on: [.photos], .changesBeers, when: \.withSeveralPhotos,
    changing: PhotosScreen.self
  ) { $0.pickUp(in: $1) }

  static let drop = Action(
    "drop", .photos, "Place the photo here", hint: "place here", keys: [Key(.enter), .character("m")],
    on: [.movingPhoto], [.changesBeers, .followsUnshownChange], changing: PhotosScreen.self
  ) { $0.drop(in: $1) }

  static let putBack = Action(
    "put-back", .photos, "Cancel the move", hint: "cancel",
    keys: [Key(.escape), .character("q")], on: [.movingPhoto], .leavesScreen, changing: PhotosScreen.self
  ) { $0.putBack(in: $1) }

  static let movePhotoDown = Action(
    "move-photo-down", .photos, "Move the photo down, toward the end",
    hint: Hint(with: { movePhotoUp }) { _ in "reorder" },
    keys: [.character("J"), Key(.down, .shift), Key(.right, .shift)], on: [.photos],
    [.changesBeers, .followsUnshownChange, .usesCount],
    when: \.withSeveralPhotos, changing: PhotosScreen.self
  ) { $0.movePhoto(by: $1.count, in: $1) }

  static let movePhotoUp = Action(
    "move-photo-up", .photos, "Move the photo up, toward the front",
    keys: [.character("K"), Key(.up, .shift), Key(.left, .shift)], on: [.photos],
    [.changesBeers, .followsUnshownChange, .usesCount],
    when: \.withSeveralPhotos, changing: PhotosScreen.self
  ) { $0.movePhoto(by: -$1.count, in: $1) }

  static let makeThumbnail = Action(
    "make-thumbnail", .photos, "Make the photo the first, the beer's thumbnail", hint: "make first",
    keys: [.character("t")], on: [.photos], [.changesBeers, .followsUnshownChange], when: \.withSeveralPhotos,
    changing: PhotosScreen.self
  ) { $0.movePhoto(to: 0, in: $1) }

  static let showPhoto = Action(
    "show-photo", .photos, "Show the photo as large as the screen", hint: "enlarge", keys: [Key(.enter)],
    on: [.photos], when: \.withPhotos, changing: PhotosScreen.self
  ) { photos, context in photos.selectedPhoto(in: context).map { [.openPhoto($0.id, on: .photo)] } ?? [] }

  static let viewPhoto = Action(
    "view-photo", .photos, "Open the photo in the system's viewer", hint: Hint { $0.viewHint },
    keys: [.character("o")], on: [.photos, .photo], when: \.withPhotos
  ) { context in
    guard let photo = context.topScreen.selectedPhoto(in: context) else { return [] }
    let fetching = context.fetchImage(of: photo)
    return fetching.isEmpty ? [.effect(.viewPhoto(photo.id))] : fetching
  }

  static let editCaption = Action(
    "caption", .photos, "Edit the photo's caption", hint: "caption", keys: [.character("c")],
    on: [.photos, .photo], [.changesBeers, .asksFirst], when: \.withPhotos
  ) { context in
    context.topScreen.selectedPhoto(in: context).map {
      [.prompt(Prompt(CaptionPrompt(photo: $0.id, seen: $0.caption), text: $0.caption ?? ""))]
    } ?? []
  }

  static let addPhoto = Action(
    "add-photo", .photos, "Add a photo from a file", hint: "add photo", keys: [.character("a")],
    on: [.beer, .photos], [.changesBeers, .asksFirst]
  ) { context in
    guard let beer = context.currentBeer?.id else { return [] }
    return [.prompt(PhotoPathPrompt(beer: beer).prompt(in: context))]
  }

  static let removePhoto = Action(
    "remove-photo", .photos, "Remove the photo from the beer", hint: "remove",
    keys: [.character("x"), Key(.delete)], on: [.photos], [.changesBeers, .followsUnshownChange],
    when: \.withPhotos,
    changing: PhotosScreen.self
  ) { photos, context in
    photos.selectedPhoto(in: context).map { [.effect(.change(.removePhoto($0.id)))] } ?? []
  }

  static let onPhotos: [Action] = [
    showPhoto, pickUp, drop, putBack, movePhotoDown, movePhotoUp, makeThumbnail, viewPhoto, editCaption,
    addPhoto,
    removePhoto, restorePhotos,
  ]
}

extension ScreenContext {
  /// What the key for the system's viewer does; `nil` on the page of a photo, unless it gets a missing image.
  fileprivate var viewHint: String? {
    if screen == .photos { return "open" }
    return topScreen.selectedPhoto(in: self).flatMap { canFetchImage(of: $0) ? "fetch" : nil }
  }
}
