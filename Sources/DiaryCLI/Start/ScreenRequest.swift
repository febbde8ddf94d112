/// A diary to open on the screen, and how.
package struct ScreenRequest: Sendable {
  package let store: StoreChoice
  package let screen: ScreenChoice
  /// The diary's file, an absolute path.
  package let path: String
  /// Whether a missing diary is created.
  package var createsMissing = false
  /// The name of a temporary diary in the header; `nil` for the user's own.
  package var temporaryName: String?
  /// The folder for thumbnails.
  package var cacheFolder: String
}
