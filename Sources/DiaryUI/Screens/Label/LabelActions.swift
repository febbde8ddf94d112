import DiaryStore
import Terminal

// Actions of a label's page.
extension Action {
  static let openTime = Action(
    "open-time", .beers, "Open the beer of that day, or the photos of the beer",
    hint: Hint { $0.topScreen.openHint(in: $0) }, keys: [Key(.enter)], on: [.label],
    when: { $0.topScreen.canOpen(in: $0) }
  ) { _ in [.openSelection] }

  static let switchPart = Action(
    "switch-part", .moving, "Switch between the times and the photos",
    hint: Hint { $0.state(of: LabelScreen.self).part == .times ? "all photos" : "times" },
    keys: [Key(.tab)], on: [.label], when: \.withPhotosOfLabel, changing: LabelScreen.self
  ) { label, _ in
    label.switchPart()
    return []
  }

  static let onLabel = [openTime, switchPart]
}

extension ScreenContext {
  /// Available if a beer of the label has a photo.
  fileprivate var withPhotosOfLabel: Availability {
    guard let detail = state(of: LabelScreen.self).detail else { return .disabled }
    return Availability(!detail.photos.isEmpty, else: "This beer has no photos.")
  }
}
