import ArgumentParser
import DiaryProcess
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

extension StoreOptions {
  /// The diary's file as an absolute path.
  func path(_ environment: Environment) -> String { Self.path(named: store, environment) }

  /// The file of a diary as an absolute path.
  ///
  /// - Parameter name: What `--store` names; `nil` without it.
  static func path(named name: String?, _ environment: Environment) -> String {
    let path = file(named: name, environment) ?? UserFolders(environment).defaultStore
    // An absolute path stays as it is written.
    return path.hasPrefix("/") && !path.hasSuffix("/") ? path : URL(fileURLWithPath: path).path
  }

  /// The name of the file of `--store`; `nil` for the default diary.
  var name: String? { store?.split(separator: "/").last.map(String.init) }

  /// Whether the screen creates a missing diary.
  ///
  /// A path that the user typed and that does not exist is more likely a mistake.
  func createsMissing(_ environment: Environment) -> Bool { Self.file(named: store, environment) == nil }

  private static func file(named name: String?, _ environment: Environment) -> String? {
    name ?? environment[.store].flatMap { $0.isEmpty ? nil : $0 }
  }
}
