import ArgumentParser

/// How what is read is printed.
///
/// One group for all commands, as options of the program and of a command that have the same name must have.
struct OutputOptions: ParsableArguments {
  @Flag(name: .long, help: "Print JSON instead of text.")
  var json = false
}
