/// Limits for making one thumbnail, whatever the file claims to be.
package struct ThumbnailBudget: Hashable, Sendable {
  /// The maximum number of pixels to decode, counted again for each scan of a JPEG.
  package var pixels = 256_000_000
  /// The maximum size of an interlaced PNG in memory, in bytes; other pictures are decoded row by row.
  package var workingBytes = 16_000_000
  /// The maximum size of the coefficients of a progressive JPEG, in bytes: enough for 50 megapixels.
  package var coefficientBytes = 160_000_000
  /// The maximum duration of decoding a PNG; a JPEG is limited by ``pixels`` only.
  package var duration = Duration.seconds(2)

  /// Creates the standard budget.
  package init() {}

  /// The budget for a picture as large as a screen, for which all passes of an interlaced PNG are decoded.
  package static var largePicture: ThumbnailBudget {
    var budget = ThumbnailBudget()
    budget.workingBytes = 64_000_000
    return budget
  }
}
