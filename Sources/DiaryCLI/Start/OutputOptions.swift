package import ArgumentParser

/// The options that every command has for its output and its questions.
package protocol PrintingOptions: ParsableArguments {
  /// Whether JSON is printed.
  var json: Bool { get }
  /// Whether messages are left out.
  var quiet: Bool { get }
  /// Whether nothing is asked.
  var noInput: Bool { get }
}

/// How the output is printed, and whether questions may be asked.
package struct OutputOptions: PrintingOptions {
  fileprivate static let jsonHelp: ArgumentHelp = "Print JSON instead of text."
  fileprivate static let quietHelp: ArgumentHelp = "Print no messages, only results and errors."
  fileprivate static let noInputHelp: ArgumentHelp = "Never ask, as without a terminal."

  @Flag(name: .long, help: Self.jsonHelp)
  package var json = false

  @Flag(name: .shortAndLong, help: Self.quietHelp)
  package var quiet = false

  @Flag(name: .long, help: Self.noInputHelp)
  package var noInput = false

  package init() {}
}

/// How a list is printed, and whether questions may be asked.
///
/// All commands that print a list with `--json` share this group.
struct ListOutputOptions: PrintingOptions {
  @Flag(name: .customLong("json"), help: OutputOptions.jsonHelp)
  var jsonArray = false

  @Flag(name: .shortAndLong, help: OutputOptions.quietHelp)
  var quiet = false

  @Flag(name: .long, help: OutputOptions.noInputHelp)
  var noInput = false

  @Flag(name: .long, help: "Print JSON instead of text, one object per line.")
  var jsonl = false

  /// Whether JSON is printed in either form.
  var json: Bool { jsonArray || jsonl }
  /// The option that was used for JSON; `nil` if none was.
  var jsonOption: String? { jsonl ? "--jsonl" : jsonArray ? "--json" : nil }

  mutating func validate() throws {
    if jsonArray, jsonl {
      throw ValidationError("--json cannot be combined with --jsonl. Use one of them.")
    }
  }
}

/// How long output is shown.
struct PagerOptions: ParsableArguments {
  @Flag(name: .long, help: "Do not show long output in $PAGER.")
  var noPager = false
}
