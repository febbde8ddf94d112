import ArgumentParser

/// How the screen looks.
struct ScreenOptions: ParsableArguments {
  @Flag(name: .long, help: "Use only ASCII characters.")
  var ascii = false

  @Flag(name: .long, help: "Do not use the mouse.")
  var noMouse = false

  var choice: ScreenChoice { ScreenChoice(isASCII: ascii, noMouse: noMouse) }
}

/// How the screen looks; `ScreenOptions` without the parser, which is slow.
package struct ScreenChoice: Sendable {
  package var isASCII = false
  package var noMouse = false
}
