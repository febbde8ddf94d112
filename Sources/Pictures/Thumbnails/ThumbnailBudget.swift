/// Limits for making one thumbnail, whatever the file claims to be.
package struct ThumbnailBudget: Hashable, Sendable {
  /// The maximum size of a JPEG in bytes, which is in memory as a whole while it is decoded.
  package var compressedBytes = 20_000_000
  /// The maximum number of pixels to decode, counted again for each scan of a JPEG.
  package var pixels = 256_000_000
  /// The maximum size of decoded pixels in memory, in bytes.
  package var workingBytes = 16_000_000
  /// The maximum size of the coefficients of a progressive JPEG, in bytes: enough for 50 megapixels.
  package var coefficientBytes = 160_000_000
  /// The maximum duration; decoding a JPEG cannot be stopped and is limited by ``pixels`` only.
  package var duration = Duration.seconds(2)

  /// Creates the standard budget.
  package init() {}

  /// The budget for a picture as large as a screen: enough to decode a JPEG at any of its scales.
  package static var largePicture: ThumbnailBudget {
    var budget = ThumbnailBudget()
    budget.workingBytes = 64_000_000
    return budget
  }
}
