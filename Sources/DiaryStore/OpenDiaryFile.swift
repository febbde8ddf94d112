import Pictures

extension Diary {
  /// Whether a path leads to a file of a diary that this process has open.
  ///
  /// Nothing but SQLite may open such a file; see ``OpenDatabase``.
  package static func hasOpen(_ path: String) -> Bool { OpenDatabase.owns(path) }

  /// Whether a descriptor is one of such a file.
  package static func hasOpen(descriptor: Int32) -> Bool { OpenDatabase.owns(descriptor: descriptor) }
}

/// What tells a file from all others, whatever its names are.
package struct FileIdentity: Hashable, Sendable {
  private let identity: Pictures.FileIdentity

  /// Follows links; `nil` if nothing is there.
  package init?(path: String) {
    guard let identity = Pictures.FileIdentity(path: path) else { return nil }
    self.identity = identity
  }

  /// `nil` if nothing is open under this number.
  package init?(descriptor: Int32) {
    guard let identity = Pictures.FileIdentity(descriptor: descriptor) else { return nil }
    self.identity = identity
  }
}
