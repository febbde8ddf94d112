/// What making one thumbnail may cost, whatever the file claims to be.
package struct ThumbnailBudget: Hashable, Sendable {
  /// Bytes of a JPEG, which is held in memory as a whole while it is decoded.
  package var compressedBytes = 20_000_000
  /// Pixels that are gone over, each counted again for every scan that a JPEG has.
  package var pixels = 256_000_000
  /// Bytes of decoded pixels that are held at once.
  package var workingBytes = 16_000_000
  /// Bytes of coefficients that are held at once, as of a progressive JPEG: 50 megapixels with the usual colors.
  package var coefficientBytes = 160_000_000
  /// What is stopped when it takes longer; a JPEG's own decoding cannot be stopped and is bound by `pixels`.
  package var duration = Duration.seconds(2)

  package init() {}
}
