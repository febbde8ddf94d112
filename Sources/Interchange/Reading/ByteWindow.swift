/// The part of the input that is in memory.
///
/// `refill` drops what has been read, moves the rest to the beginning and reads more after it. The window only grows
/// for a record that does not fit, so memory depends on the largest record and not on the file.
final class ByteWindow {
  /// The bytes `0..<end` are input, the others are free.
  private(set) var base: UnsafeMutablePointer<UInt8>
  private(set) var end = 0
  private var capacity: Int
  /// The number of bytes that fit until the window grows.
  var size: Int { capacity }
  private let source: ByteInput

  init(_ source: ByteInput, capacity: Int) {
    self.source = source
    self.capacity = capacity
    base = .allocate(capacity: capacity)
  }

  deinit { base.deallocate() }

  /// Drops the bytes before `start` and reads more.
  ///
  /// - Returns: How many bytes were added; 0 at the end of the input. The byte at `start` is now at 0.
  func refill(keepingFrom start: Int) throws(ImportError) -> Int {
    if start > 0 {
      base.update(from: base + start, count: end - start)
      end -= start
    }
    if end == capacity { grow() }
    let count = try source.read(UnsafeMutableRawBufferPointer(start: base + end, count: capacity - end))
    end += count
    return count
  }

  /// Reads until the window is full or the input ends, so that its beginning can be examined.
  func fill() throws(ImportError) {
    while end < capacity, try refill(keepingFrom: 0) > 0 {}
  }

  private func grow() {
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity * 2)
    larger.update(from: base, count: end)
    base.deallocate()
    base = larger
    capacity *= 2
  }
}
