/// The limits on reading one header, regardless of its content.
struct ReadBudget {
  /// Bytes fetched from the source, including those read ahead.
  var bytes = 1_000_000
  /// Calls of the source.
  var reads = 4096
  /// Segments, chunks, boxes, items and directory entries.
  var steps = 4096
}

/// Fetches bytes from a source in small pages, within a budget.
///
/// Nothing else calls the source. Headers are a few kilobytes at the start, then single fields after jumps over the
/// payload. So the first page and sequential pages are large, and pages after a jump are small.
final class HeaderReader {
  static let pageSize = 4096
  private static let pageSizeAfterJump = 256

  let count: Int
  private let source: any ByteSource
  private var budget = ReadBudget()
  private(set) var page = [UInt8](repeating: 0, count: pageSize)
  private var loaded = 0..<0

  init(_ source: any ByteSource) {
    self.source = source
    count = max(0, source.count)
  }

  /// Counts one segment, box or entry against the budget.
  func takeStep() throws {
    guard budget.steps > 0 else { throw HeaderError.overBudget }
    budget.steps -= 1
  }

  /// Loads bytes into ``page``, and returns their range in it.
  ///
  /// - Parameter range: Within the source, and not longer than a page.
  func load(_ range: Range<Int>) throws -> Range<Int> {
    assert(range.count <= Self.pageSize)
    if range.lowerBound < loaded.lowerBound || range.upperBound > loaded.upperBound {
      try fetch(range)
    }
    let first = range.lowerBound - loaded.lowerBound
    return first..<first + range.count
  }

  private func fetch(_ range: Range<Int>) throws {
    let size = try chargedPageSize(for: range)
    loaded = range.lowerBound..<range.lowerBound
    let got = try page.withUnsafeMutableBytes { bytes in
      try source.read(at: range.lowerBound, into: .init(rebasing: bytes[..<size]))
    }
    guard got >= range.count, got <= size else { throw HeaderError.malformed }
    loaded = range.lowerBound..<range.lowerBound + got
  }

  private func chargedPageSize(for range: Range<Int>) throws -> Int {
    let isSequel = loaded.contains(range.lowerBound) || range.lowerBound == loaded.upperBound
    let ahead = isSequel ? Self.pageSize : Self.pageSizeAfterJump
    let size = min(max(range.count, ahead), count - range.lowerBound, budget.bytes, Self.pageSize)
    guard size >= range.count, budget.reads > 0 else { throw HeaderError.overBudget }
    budget.bytes -= size
    budget.reads -= 1
    return size
  }
}
