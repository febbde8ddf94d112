import ArgumentParser

/// How the screen looks.
struct ScreenOptions: ParsableArguments {
  @Flag(name: .long, help: "Use only ASCII characters.")
  var ascii = false

  @Flag(name: .long, help: "Do not use the mouse.")
  var noMouse = false
}
