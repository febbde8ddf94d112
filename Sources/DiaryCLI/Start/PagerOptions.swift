import ArgumentParser

/// How long output is shown.
struct PagerOptions: ParsableArguments {
  @Flag(name: .long, help: "Do not show long output in $PAGER.")
  var noPager = false
}
