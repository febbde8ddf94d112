/// Stretches the brightness of a picture to the range from black to white.
struct ContrastStretch {
  /// The fraction of the darkest and of the lightest values that is ignored.
  private static let outliers = 0.02
  /// The smallest range that is stretched, so that a picture of one shade does not become noise.
  private static let minRange: Float = 0.25

  private let darkest: Float
  private let range: Float

  init(_ values: [Float]) {
    let sorted = values.sorted()
    let skipped = Int(Double(sorted.count) * Self.outliers)
    let low = sorted.isEmpty ? 0 : sorted[skipped]
    let high = sorted.isEmpty ? 1 : sorted[sorted.count - 1 - skipped]
    range = max(Self.minRange, high - low)
    // A narrow range keeps its position between black and white: a white wall stays white.
    let room = range - (high - low)
    darkest = low - room * low / max(low + 1 - high, .leastNonzeroMagnitude)
  }

  /// Returns the stretched value, 0 to 1.
  func callAsFunction(_ value: Float) -> Float { min(1, max(0, (value - darkest) / range)) }
}
