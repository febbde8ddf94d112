import DiaryModel
import DiaryStore
import DiaryText
import Foundation
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
    keys: [Key(.tab), Key(.backTab)], on: [.label], when: \.withPhotosOfLabel, changing: LabelScreen.self
  ) { label, _ in
    label.switchPart()
    return []
  }

  static let mergeLabel = Action(
    "same-as", .beers, "Count the beer and another one, which you find by typing, as the same",
    keys: [.character("M")], on: [.label, .beer], [.changesBeers, .followsChange, .asksFirst],
    when: \.withLabel
  ) { context in
    guard let label = context.labelOnScreen else { return [] }
    return SameLabelPicker(own: label.uuid, name: label.name.truncated(to: 30)).opening()
  }

  static let onLabel: [Action] = [openTime, switchPart, mergeLabel]
}

extension ScreenContext {
  /// The label of the page, or of the beer on the screen; `nil` while it is being read, and for a beer in the trash or
  /// without a label.
  fileprivate var labelOnScreen: (uuid: UUID, name: String)? {
    let facts: (UUID, String?)?
    if screen == .label {
      facts = state(of: LabelScreen.self).detail.map { ($0.label.uuid, $0.label.facts.name) }
    } else {
      guard let detail = currentBeer?.detail, detail.beer.deletedAt == nil else { return nil }
      facts = detail.label.map { ($0.uuid, detail.beer.fields.name) }
    }
    return facts.map { ($0.0, BeerText.readable($0.1) ?? BeerText.missingName) }
  }

  /// Enabled if the beer has a label that can be merged into another one.
  fileprivate var withLabel: Availability {
    if screen == .beer, isCurrentBeerInTrash {
      return .refused(sentence("This beer is in the trash.", press: (.restoreBeer, "restore it")))
    }
    return Availability(labelOnScreen != nil)
  }
}

extension ScreenContext {
  /// Available if a beer of the label has a photo.
  fileprivate var withPhotosOfLabel: Availability {
    guard let detail = state(of: LabelScreen.self).detail else { return .disabled }
    return Availability(!detail.photos.isEmpty, else: "This beer has no photos.")
  }
}
