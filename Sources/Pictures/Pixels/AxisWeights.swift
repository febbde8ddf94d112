/// The source pixels along one axis, with their weights, for each pixel of a resized picture.
///
/// Shrinking averages the covered pixels (box filter); enlarging interpolates between two (tent filter).
struct AxisWeights {
  /// The source pixels of each new pixel: ascending, never empty.
  let sources: [Range<Int>]
  /// The index in ``weights`` at which the weights of each new pixel begin.
  private(set) var offsets: [Int] = []
  /// The weights; those of a new pixel add up to 1.
  private(set) var weights: [Float] = []

  init(from count: Int, to newCount: Int) {
    let ratio = Double(count) / Double(newCount)
    var sources: [Range<Int>] = []
    for index in 0..<newCount {
      let span = ratio > 1 ? Self.box(index, ratio, count) : Self.tent(index, ratio, count)
      offsets.append(weights.count)
      sources.append(span.first..<span.first + span.weights.count)
      let sum = span.weights.reduce(0, +)
      weights += span.weights.map { Float($0 / sum) }
    }
    self.sources = sources
  }

  private static func box(_ index: Int, _ ratio: Double, _ count: Int) -> (first: Int, weights: [Double]) {
    let start = Double(index) * ratio
    let end = min(Double(count), start + ratio)
    let first = min(count - 1, Int(start))
    let last = max(first, min(count - 1, Int(end.rounded(.up)) - 1))
    let weights = (first...last).map { min(end, Double($0 + 1)) - max(start, Double($0)) }
    return (first, weights.map { max($0, 1e-9) })
  }

  private static func tent(_ index: Int, _ ratio: Double, _ count: Int) -> (first: Int, weights: [Double]) {
    let center = min(Double(count - 1), max(0, (Double(index) + 0.5) * ratio - 0.5))
    let first = min(count - 1, Int(center))
    let part = center - Double(first)
    return part > 0 && first + 1 < count ? (first, [1 - part, part]) : (first, [1])
  }
}
