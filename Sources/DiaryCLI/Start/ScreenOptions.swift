import ArgumentParser

/// How the screen looks.
struct ScreenOptions: ParsableArguments {
  @Flag(name: .long, help: "Draw with plain ASCII characters only.")
  var ascii = false

  @Flag(name: .long, help: "Leave the mouse to the terminal.")
  var noMouse = false
}
