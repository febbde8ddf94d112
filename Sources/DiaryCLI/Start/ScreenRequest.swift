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

/// A diary to open on the screen, and how.
package struct ScreenRequest: Sendable {
  /// The diary's file, an absolute path.
  package let path: String
  /// The folder for thumbnails.
  package let cacheFolder: String
  /// Whether a missing diary is created.
  package var createsMissing = false
  /// Whether the diary is temporary and cannot be opened again.
  package var isTemporary = false
  /// The name of the diary in the header; `nil` for the default diary.
  package var name: String?
  /// Whether all changes are refused.
  package let isReadOnly: Bool
  /// Whether usage is not counted.
  package let noTelemetry: Bool
  /// Whether the screen is drawn with ASCII characters only.
  package let isASCII: Bool
  /// Whether the screen has colors; `nil` if NO_COLOR decides.
  package let usesColor: Bool?
  /// Whether the mouse is left to the terminal.
  package let noMouse: Bool

  /// The options that make another command look like this one.
  package var screenOptions: [String] {
    (isASCII ? ["--ascii"] : []) + (noMouse ? ["--no-mouse"] : [])
      + (usesColor.map { ["--color", $0 ? "always" : "never"] } ?? [])
  }

  init(at path: String, cacheFolder: String, _ store: StoreOptions, _ screen: ScreenOptions) {
    self.path = path
    self.cacheFolder = cacheFolder
    name = store.name
    isReadOnly = store.readOnly
    noTelemetry = store.noTelemetry
    isASCII = screen.characters.ascii
    usesColor =
      switch screen.colors.color {
      case .auto: nil
      case .always: true
      case .never: false
      }
    noMouse = screen.mouse.noMouse
  }
}
