import ArgumentParser

/// How the output is printed.
///
/// All commands share this group, because options with the same name must be in the same group.
package struct OutputOptions: ParsableArguments {
  @Flag(name: .long, help: "Print JSON instead of text.")
  var json = false

  @Flag(name: .shortAndLong, help: "Print no messages, only results and errors.")
  var quiet = false

  package init() {}
}

/// How a list is printed; all commands that print one with `--json` share this group.
struct ListOutputOptions: ParsableArguments {
  /// How a single object is printed, which some of these commands can do as well.
  @OptionGroup var single: OutputOptions

  @Flag(name: .long, help: "Print JSON instead of text, one object per line.")
  var jsonl = false

  /// Whether JSON is printed in either form.
  var json: Bool { single.json || jsonl }

  mutating func validate() throws {
    if single.json, jsonl {
      throw ValidationError("--json cannot be combined with --jsonl. Use one of them.")
    }
  }
}
