import DiaryModel
import Terminal

// Actions of a photo that is as large as the screen.
extension Action {
  static let enlargePhoto = Action(
    "enlarge-photo", .photos, "Enlarge the photo",
    hint: Hint(with: { reducePhoto }) { $0.appearance.usesWords ? nil : "zoom" },
    keys: [.character("+"), .character("=")], on: [.photo],
    when: {
      if $0.appearance.usesWords { return .refused("In words, the photo is described and not drawn.") }
      return Availability(!$0.state(of: PhotoScreen.self).viewport.isLargest)
    }, changing: PhotoScreen.self
  ) { photo, _ in
    photo.zoom(by: 1)
    return []
  }

  static let reducePhoto = Action(
    "reduce-photo", .photos, "Make the photo smaller again",
    // Otherwise it is next to that of enlarging.
    hint: Hint { $0.state(of: PhotoScreen.self).viewport.isLargest ? "smaller" : nil },
    keys: [.character("-")], on: [.photo],
    when: { Availability($0.state(of: PhotoScreen.self).viewport.isZoomed) }, changing: PhotoScreen.self
  ) { photo, _ in
    photo.zoom(by: -1)
    return []
  }

  static let fitPhoto = Action(
    "fit-photo", .photos, "Show the whole photo again",
    hint: Hint { $0.state(of: PhotoScreen.self).viewport.isZoomed ? "whole" : nil },
    keys: [.character("0")], on: [.photo],
    when: { Availability($0.state(of: PhotoScreen.self).viewport.isZoomed) }, changing: PhotoScreen.self
  ) { photo, _ in
    photo.zoom(by: -PhotoViewport.magnifications.count)
    return []
  }

  static let nextPhoto = Action(
    "next-photo", .photos, "Show the next photo",
    hint: Hint(with: { previousPhoto }) { _ in "next, previous" },
    keys: [.character("n"), .character("]")],
    on: [.photo], when: \.withSeveralPhotos, changing: PhotoScreen.self
  ) { $0.step(by: 1, in: $1) }

  static let previousPhoto = Action(
    "previous-photo", .photos, "Show the previous photo",
    keys: [.character("N"), .character("p"), .character("[")],
    on: [.photo], when: \.withSeveralPhotos, changing: PhotoScreen.self
  ) { $0.step(by: -1, in: $1) }

  static let onPhoto: [Action] = [enlargePhoto, reducePhoto, fitPhoto, nextPhoto, previousPhoto]
}
