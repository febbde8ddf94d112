import DiaryProcess

/// A diary to be opened on the screen, and how.
package struct ScreenRequest: Sendable {
  package let store: StoreChoice
  package let screen: ScreenChoice
  /// The diary's file, an absolute path.
  package let path: String
  /// Whether a missing diary is created.
  package var createsMissing = false
  /// What the header calls a diary that is gone after this; `nil` for the user's own.
  package var temporaryName: String?
  /// The folder for thumbnails.
  package var cacheFolder = UserFolders().cache
}

/// The way from a command to the screen, which the executable provides: commands do not know the interface.
package enum ScreenLaunch {
  /// Opens a diary on the screen until the user leaves, and throws `EndedBySignal` if a signal ended it.
  @TaskLocal package static var open: @Sendable (ScreenRequest) throws -> Void = { _ in
    throw CommandFailure(sentence: "There is no screen to open the diary on.", status: .unavailable)
  }
}
