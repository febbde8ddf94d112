import DiaryModel
import DiaryStore
import Foundation

/// The label that the label on the screen is the same as.
struct SameLabelPicker: LabelPicker {
  typealias Owner = LabelScreen

  /// The label on the screen, by its UUID, because ids are reused.
  let own: UUID
  let name: String

  var label: String { "\(name) is the same as" }
  var enterHint: String { "count as the same" }

  func choices(in context: ScreenContext) -> [PickerChoice<FoundLabel>] {
    foundLabels(in: context).filter { $0.value.label.uuid != own }
  }

  /// The beers of the label get the chosen one, which keeps its name.
  func choose(
    _ found: FoundLabel, changing screen: inout LabelScreen, in context: ScreenContext
  ) -> [Intent] {
    let target = found.label.uuid
    return [.effect(.change(.mergeLabels([own, target], into: target)))]
  }
}
