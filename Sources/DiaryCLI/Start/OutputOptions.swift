package import ArgumentParser

/// The options that every command has for its output.
package protocol PrintingOptions: ParsableArguments {
  /// Whether messages are left out.
  var quiet: Bool { get }
}

/// How the output is printed.
///
/// All commands share this group, because options with the same name must be in the same group.
package struct OutputOptions: PrintingOptions {
  @Flag(name: .long, help: "Print JSON instead of text.")
  var json = false

  @Flag(name: .shortAndLong, help: "Print no messages, only results and errors.")
  package var quiet = false

  package init() {}
}

/// How a list is printed; all commands that print one with `--json` share this group.
struct ListOutputOptions: PrintingOptions {
  /// How a single object is printed, which some of these commands can do as well.
  @OptionGroup var single: OutputOptions

  @Flag(name: .long, help: "Print JSON instead of text, one object per line.")
  var jsonl = false

  /// Whether JSON is printed in either form.
  var json: Bool { single.json || jsonl }
  /// The option that was used for JSON; `nil` if none was.
  var jsonOption: String? { jsonl ? "--jsonl" : single.json ? "--json" : nil }
  var quiet: Bool { single.quiet }

  mutating func validate() throws {
    if single.json, jsonl {
      throw ValidationError("--json cannot be combined with --jsonl. Use one of them.")
    }
  }
}
