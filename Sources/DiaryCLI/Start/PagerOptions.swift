import ArgumentParser

/// How output that may be long is shown.
struct PagerOptions: ParsableArguments {
  @Flag(name: .long, help: "Do not show what is longer than the terminal in $PAGER.")
  var noPager = false
}
