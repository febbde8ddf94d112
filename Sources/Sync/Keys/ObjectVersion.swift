/// The first byte of an object, which is the version of its format.
enum ObjectVersion {
  /// The versions that a later program may write.
  ///
  /// Any other byte is damage, such as a text in place of the object.
  private static let later: ClosedRange<UInt8> = 2...15

  /// Returns the error for a byte that is not the version of this program.
  ///
  /// - Parameter damage: The error if no program writes the byte.
  static func error(_ byte: UInt8, damage: SyncError) -> SyncError {
    later.contains(byte) ? .unsupportedVersion(Int(byte)) : damage
  }
}
