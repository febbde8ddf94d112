/// The words that start the interface and nothing else, which need no parser: it takes longer than to read a diary.
///
/// Anything that is not plainly one of them is the parser's, which knows what to say of it.
package struct InterfaceWords {
  package private(set) var store = StoreChoice()
  package private(set) var screen = ScreenChoice()

  /// - Parameter words: The program's arguments; `nil` where they may mean anything else.
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
