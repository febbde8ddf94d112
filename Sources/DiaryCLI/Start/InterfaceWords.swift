/// Arguments that start the interface; they bypass the parser, which takes longer than reading a diary.
///
/// All other arguments go to the parser, which also reports errors.
package struct InterfaceWords {
  package private(set) var store = StoreChoice()
  package private(set) var screen = ScreenChoice()

  /// - Parameter words: The program's arguments; the result is `nil` if they may mean anything else.
  package init?(_ words: [String]) {
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--store":
        guard store.named == nil, let path = rest.popFirst(), !path.isEmpty, !path.hasPrefix("-") else {
          return nil
        }
        store.named = path
      case "--ascii": screen.isASCII = true
      case "--no-mouse": screen.noMouse = true
      case "--no-telemetry": store.noTelemetry = true
      default: return nil
      }
    }
  }
}
