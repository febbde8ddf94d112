import ArgumentParser

/// The characters to draw with.
struct CharacterOptions: ParsableArguments {
  @Flag(name: .long, help: "Use only ASCII characters.")
  var ascii = false
}

/// How the screen is used.
struct MouseOptions: ParsableArguments {
  @Flag(name: .long, help: "Do not use the mouse.")
  var noMouse = false
}

/// How the screen looks and is used.
struct ScreenOptions {
  let characters: CharacterOptions
  let colors: ColorOptions
  let mouse: MouseOptions
}

/// A command that can open the screen.
protocol ScreenCommand: Command {
  var characters: CharacterOptions { get }
  var colors: ColorOptions { get }
  var mouse: MouseOptions { get }
}

extension ScreenCommand {
  var screen: ScreenOptions { ScreenOptions(characters: characters, colors: colors, mouse: mouse) }
}
