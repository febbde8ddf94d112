/// A random number generator with a seed, so that its numbers can be repeated: SplitMix64.
///
/// Source: G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension SeededGenerator {
  /// Returns one of the values, or `nil` in one of six cases.
  package mutating func pick<Value>(_ values: [Value]) -> Value? {
    Int.random(in: 0..<6, using: &self) == 0 ? nil : values.randomElement(using: &self)
  }
}
