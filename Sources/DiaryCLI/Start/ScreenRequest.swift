/// A diary to be opened on the screen, and how.
package struct ScreenRequest: Sendable {
  /// The diary's file, an absolute path.
  package let path: String
  /// The folder for thumbnails.
  package let cacheFolder: String
  /// Whether a missing diary is created.
  package var createsMissing = false
  /// Whether the diary is gone after this.
  package var isTemporary = false
  /// What the header calls the diary; `nil` for the user's usual one.
  package var name: String?
  /// Whether nothing can be changed.
  package let isReadOnly: Bool
  /// Whether nothing is recorded.
  package let noTelemetry: Bool
  /// Whether the screen is drawn with ASCII characters only.
  package let isASCII: Bool
  /// Whether the mouse is left to the terminal.
  package let noMouse: Bool

  init(at path: String, cacheFolder: String, _ store: StoreOptions, _ screen: ScreenOptions) {
    self.path = path
    self.cacheFolder = cacheFolder
    name = store.name
    isReadOnly = store.readOnly
    noTelemetry = store.noTelemetry
    isASCII = screen.ascii
    noMouse = screen.noMouse
  }
}
