package import ArgumentParser

/// The options that every command has for its output.
package protocol PrintingOptions: ParsableArguments {
  /// Whether JSON is printed.
  var json: Bool { get }
  /// Whether messages are left out.
  var quiet: Bool { get }
}

/// How the output is printed.
package struct OutputOptions: PrintingOptions {
  fileprivate static let jsonHelp: ArgumentHelp = "Print JSON instead of text."
  fileprivate static let quietHelp: ArgumentHelp = "Print no messages, only results and errors."

  @Flag(name: .long, help: Self.jsonHelp)
  package var json = false

  @Flag(name: .shortAndLong, help: Self.quietHelp)
  package var quiet = false

  package init() {}
}

/// How a list is printed; all commands that print one with `--json` share this group.
struct ListOutputOptions: PrintingOptions {
  @Flag(name: .customLong("json"), help: OutputOptions.jsonHelp)
  var jsonArray = false

  @Flag(name: .shortAndLong, help: OutputOptions.quietHelp)
  var quiet = false

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
