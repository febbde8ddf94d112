import Pictures

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
