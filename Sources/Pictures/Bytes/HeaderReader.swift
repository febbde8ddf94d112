/// What reading one header may cost, however the content asks for more.
struct ReadBudget {
  /// Bytes fetched from the source, bytes read ahead included.
  var bytes = 1_000_000
  /// Calls of the source.
  var reads = 4096
  /// Segments, chunks, boxes, items and directory entries looked at.
  var steps = 4096
}

/// Fetches bytes from a source in small pages, within a budget.
///
/// The only place that calls the source. Headers are a few kilobytes at the start and then far jumps over
/// payload: hence a generous first page, small pages after a jump, generous ones again when reading goes on
/// where the last page ended.
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

  /// Sees to it that the bytes of `range`, within the source and no longer than a page, are in `page`.
  ///
  /// Says where in `page` they are.
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
