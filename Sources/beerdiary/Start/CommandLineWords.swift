/// Lets the options that every command has stand in front of the command too.
///
/// `beerdiary --store old.sqlite list` is what people type; the parser wants the command first.
enum ArgumentOrder {
  private static let commonFlags = ["--no-telemetry"]
  private static let commonOption = "--store"

  /// The arguments with a command moved in front of common options.
  static func commandFirst(_ arguments: [String], commands: [String]) -> [String] {
    var index = 0
    while index < arguments.count {
      let argument = arguments[index]
      if commands.contains(argument) { break }
      if argument == commonOption {
        index += 2
      } else if commonFlags.contains(argument) || argument.hasPrefix(commonOption + "=") {
        index += 1
      } else {
        return arguments
      }
    }
    guard index > 0, index < arguments.count else { return arguments }
    // A group's own command, as in `telemetry show`, stays behind it.
    let words = arguments[index...].prefix { !$0.hasPrefix("-") }
    return Array(words) + arguments[..<index] + arguments[words.endIndex...]
  }
}
