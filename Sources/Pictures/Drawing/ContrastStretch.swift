/// Makes the darkest of a picture black and the lightest white, so that few characters tell much.
struct ContrastStretch {
  /// What is left out at both ends: glints and the like.
  private static let outliers = 0.02
  /// A picture of nearly one shade stays calm instead of showing its noise.
  private static let minRange: Float = 0.25

  private let darkest: Float
  private let range: Float

  init(_ values: [Float]) {
    let sorted = values.sorted()
    let skipped = Int(Double(sorted.count) * Self.outliers)
    let low = sorted.isEmpty ? 0 : sorted[skipped]
    let high = sorted.isEmpty ? 1 : sorted[sorted.count - 1 - skipped]
    range = max(Self.minRange, high - low)
    // A narrow range keeps its place between black and white: a white wall is white.
    let room = range - (high - low)
    darkest = low - room * low / max(low + 1 - high, .leastNonzeroMagnitude)
  }

  /// The new value of one, 0 to 1.
  func callAsFunction(_ value: Float) -> Float { min(1, max(0, (value - darkest) / range)) }
}
