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
