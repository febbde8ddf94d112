import Interchange

/// Whether a mapping replaces one that was saved elsewhere since its name was typed.
struct ReplaceMappingQuestion: Question {
  typealias Owner = ImportScreen

  let mapping: SavedMapping
  let other: SavedMapping

  /// A sentence about the other mapping.
  var reason: String { "A mapping “\(mapping.name)” was saved elsewhere." }
  var question: String { reason + " Replace it?" }
  var agreement: String { "replace" }
  var refusal: String { "change the name" }
  var isDestructive: Bool { true }

  func agree(changing screen: inout ImportScreen, in context: ScreenContext) -> [Intent] {
    [.effect(.saveMapping(mapping, replacing: other))]
  }

  func cancel(changing screen: inout ImportScreen, in context: ScreenContext) -> [Intent] {
    screen.askForMappingName(mapping.name, in: context)
  }
}
