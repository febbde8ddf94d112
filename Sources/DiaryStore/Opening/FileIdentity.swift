import Pictures

/// The device and inode of a file, which are the same for all of its names.
package struct FileIdentity: Hashable, Sendable {
  private let identity: Pictures.FileIdentity

  /// Follows links; `nil` if nothing is there.
  package init?(path: String) {
    guard let identity = Pictures.FileIdentity(path: path) else { return nil }
    self.identity = identity
  }

  /// `nil` if the descriptor is not open.
  package init?(descriptor: Int32) {
    guard let identity = Pictures.FileIdentity(descriptor: descriptor) else { return nil }
    self.identity = identity
  }
}
