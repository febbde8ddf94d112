import ArgumentParser
package import DiaryProcess
import DiaryStore
import Foundation
import Interchange

/// The options that every command has.
struct StoreOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The file of the diary. Default: $BEERDIARY_STORE, else the diary in your home folder.",
      valueName: "path"),
    completion: .file())
  var store: String?

  @Flag(name: .long, help: "Open the diary only for reading, and refuse all changes.")
  var readOnly = false

  @Flag(name: .long, help: "Do not count usage.")
  var noTelemetry = false

  var choice: StoreChoice {
    StoreChoice(named: store, isReadOnly: readOnly, noTelemetry: noTelemetry)
  }

  /// Returns a command for the same diary, to suggest in a sentence.
  func suggestion(_ words: String...) -> String { SuggestedCommand.text(words, store: store) }

  /// Returns the options with `--read-only` added if `isReadOnly`.
  func readOnly(if isReadOnly: Bool) -> StoreOptions {
    var options = self
    options.readOnly = readOnly || isReadOnly
    return options
  }

  mutating func validate() throws {
    if store?.isEmpty == true { throw ValidationError("--store requires the path of a diary.") }
  }
}

/// Which store is used, and how; `StoreOptions` without the parser, which is slow.
package struct StoreChoice: Sendable {
  /// The path of `--store`.
  package var named: String?
  package var isReadOnly = false
  package var noTelemetry = false

  /// The store's file as an absolute path.
  package func path(_ environment: Environment) -> String {
    let path = file(environment) ?? UserFolders(environment).defaultStore
    // Making a URL takes longer than all other options together.
    return path.hasPrefix("/") && !path.hasSuffix("/") ? path : URL(fileURLWithPath: path).path
  }

  /// The name of the file of `--store`; `nil` for the user's usual diary.
  package var name: String? { named?.split(separator: "/").last.map(String.init) }

  /// Whether the screen creates a missing diary.
  ///
  /// A path that the user typed and that does not exist is more likely a mistake.
  package func createsMissing(_ environment: Environment) -> Bool { file(environment) == nil }

  /// Every option is set, as it must be without the parser.
  var options: StoreOptions {
    var options = StoreOptions()
    options.store = named
    options.readOnly = isReadOnly
    options.noTelemetry = noTelemetry
    return options
  }

  private func file(_ environment: Environment) -> String? {
    named ?? environment[.store].flatMap { $0.isEmpty ? nil : $0 }
  }
}
