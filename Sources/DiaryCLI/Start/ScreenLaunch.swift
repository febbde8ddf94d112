import DiaryProcess
import Synchronization

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
  package typealias Open = @Sendable (ScreenRequest) throws -> Void

  private static let provided = Mutex<Open?>(nil)

  /// Sets how diaries are opened; called once, before a command is run.
  package static func provide(_ open: @escaping Open) { provided.withLock { $0 = open } }

  /// Opens a diary on the screen until the user leaves.
  ///
  /// - Throws: What the interface throws, or `CommandFailure` if the program has none.
  static func open(_ request: ScreenRequest) throws {
    guard let open = provided.withLock({ $0 }) else {
      throw CommandFailure(sentence: "There is no screen to open the diary on.", status: .unavailable)
    }
    try open(request)
  }
}
