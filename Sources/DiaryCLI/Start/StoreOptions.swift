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
      "The diary's file; otherwise $BEERDIARY_STORE, or the one in your home folder.", valueName: "path"),
    completion: .file())
  var store: String?

  @Flag(name: .long, help: "Only read the diary; what would change it is refused.")
  var readOnly = false

  @Flag(name: .long, help: "Record nothing in the local telemetry queue.")
  var noTelemetry = false

  /// A command that a sentence suggests for the same diary.
  func suggestion(_ words: String...) -> String { SuggestedCommand.text(words, store: store) }

  /// The same options, with which the diary cannot be changed if another one promises that.
  func readOnly(if isPromised: Bool) -> StoreOptions {
    var options = self
    options.readOnly = readOnly || isPromised
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

  /// What the diary's file is called if `--store` names it; `nil` for the user's usual one.
  var name: String? { store?.split(separator: "/").last.map(String.init) }

  /// Whether the screen makes a diary if there is none.
  ///
  /// A named one that is missing is more likely a mistyped path.
  func createsMissing(_ environment: Environment) -> Bool { Self.file(named: store, environment) == nil }

  private static func file(named name: String?, _ environment: Environment) -> String? {
    name ?? environment["BEERDIARY_STORE"].flatMap { $0.isEmpty ? nil : $0 }
  }
}
