import Foundation
import Synchronization

/// The random numbers of segments and of encrypted objects.
///
/// They are those of the system, which are cryptographically secure. Only tests can create another source, to repeat a
/// history.
package struct RandomSource: RandomNumberGenerator, Sendable {
  private final class Repetition: Sendable {
    let generator: Mutex<any RandomNumberGenerator & Sendable>

    init(_ generator: any RandomNumberGenerator & Sendable) { self.generator = Mutex(generator) }
  }

  /// `nil` for the numbers of the system.
  private let repetition: Repetition?

  /// The numbers of the system.
  package static let system = RandomSource(repetition: nil)

  private init(repetition: Repetition?) { self.repetition = repetition }

  /// Creates a source with the numbers of a generator, which copies of the source share.
  ///
  /// Others can guess the numbers, so it is only for tests.
  init(repeating generator: some RandomNumberGenerator & Sendable) {
    self.init(repetition: Repetition(generator))
  }

  /// Returns 64 random bits.
  package func next() -> UInt64 {
    if let repetition { return repetition.generator.withLock { $0.next() } }
    var system = SystemRandomNumberGenerator()
    return system.next()
  }

  /// Returns random bytes.
  func data(_ count: Int) -> Data {
    var data = Data(capacity: count + 7)
    while data.count < count { withUnsafeBytes(of: next()) { data.append(contentsOf: $0) } }
    return data.prefix(count)
  }
}
