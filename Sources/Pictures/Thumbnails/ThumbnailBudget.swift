/// What making one thumbnail may cost, whatever the file claims to be.
package struct ThumbnailBudget: Hashable, Sendable {
  /// Bytes of a JPEG, which is held in memory as a whole while it is decoded.
  package var compressedBytes = 20_000_000
  /// Pixels that are gone over, each counted anew for every scan that a JPEG has.
  package var pixels = 256_000_000
  /// Bytes of decoded pixels and coefficients that are held at once.
  package var workingBytes = 16_000_000
  /// What is stopped when it takes longer; a JPEG's own decoding cannot be stopped and is bound by `pixels`.
  package var duration = Duration.seconds(2)

  package init() {}
}
