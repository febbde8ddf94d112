import ArgumentParser

/// How the screen looks.
struct ScreenOptions: ParsableArguments {
  @Flag(name: .long, help: "Draw with plain ASCII characters only.")
  var ascii = false

  @Flag(name: .long, help: "Leave the mouse to the terminal.")
  var noMouse = false

  var choice: ScreenChoice { ScreenChoice(isASCII: ascii, noMouse: noMouse) }
}

/// How the screen is to look; `ScreenOptions` without the parser, which takes its time.
package struct ScreenChoice: Sendable {
  package var isASCII = false
  package var noMouse = false
}
