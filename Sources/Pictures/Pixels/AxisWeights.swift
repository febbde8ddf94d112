/// Which pixels along one side of a picture make each pixel of a smaller or larger one, and how much of each.
///
/// Smaller: the average of what a pixel covers, with the parts of pixels at its ends. Larger: what lies between two.
struct AxisWeights {
  /// The pixels that make each new one: ascending, never empty.
  let sources: [Range<Int>]
  /// Where in `weights` those of each new pixel begin.
  private(set) var offsets: [Int] = []
  /// Those of a pixel add up to 1.
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
