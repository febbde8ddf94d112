/// The words that start the interface and nothing else, which need no parser: it takes longer than to read a diary.
///
/// Anything that is not plainly one of them is the parser's, which knows what to say of it.
struct InterfaceWords {
  private(set) var store: String?
  private var isASCII = false
  private var noMouse = false
  private var noTelemetry = false

  /// - Parameter words: The program's arguments; `nil` where they may mean anything else.
  init?(_ words: [String]) {
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--store":
        guard store == nil, let path = rest.popFirst(), !path.isEmpty, !path.hasPrefix("-") else {
          return nil
        }
        store = path
      case "--ascii": isASCII = true
      case "--no-mouse": noMouse = true
      case "--no-telemetry": noTelemetry = true
      default: return nil
      }
    }
  }

  /// What the parser would make of the words; every option is set, as it must be without the parser.
  var storeOptions: StoreOptions {
    var options = StoreOptions()
    (options.store, options.readOnly, options.noTelemetry) = (store, false, noTelemetry)
    return options
  }

  var screenOptions: ScreenOptions {
    var options = ScreenOptions()
    (options.ascii, options.noMouse) = (isASCII, noMouse)
    return options
  }
}
