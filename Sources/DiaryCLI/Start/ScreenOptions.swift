import ArgumentParser

/// The characters to draw with.
struct CharacterOptions: ParsableArguments {
  @Flag(name: .long, help: "Use only ASCII characters.")
  var ascii = false
}

/// How the screen looks and is used, for commands that can open it.
struct ScreenOptions: ParsableArguments {
  @OptionGroup var characters: CharacterOptions
  @OptionGroup var colors: ColorOptions

  @Flag(name: .long, help: "Do not use the mouse.")
  var noMouse = false
}
