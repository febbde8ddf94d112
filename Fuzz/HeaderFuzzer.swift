// Arbitrary bytes as a picture's header: it is read or unknown, at most 1,000,000 bytes are fetched, and what is told can
// be relied on.

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHeader(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let source = CountingBytes(UnsafeBufferPointer(start: start, count: count))
  do {
    guard let header = try ImageHeader(reading: source) else { return 0 }
    for side in [header.width, header.height].compactMap({ $0 }) {
      precondition((1...Int(Int32.max)).contains(side), "an impossible side")
    }
    if let thumbnail = header.thumbnail {
      precondition(thumbnail.lowerBound >= 0 && thumbnail.upperBound <= count, "a thumbnail beyond the file")
    }
    _ = PhotoDescription(header, byteCount: count).long
  } catch {
    preconditionFailure("memory does not fail")
  }
  precondition(source.bytesRead <= 1_000_000 && source.reads <= 4096, "a header that costs too much")
  return 0
}

/// Bytes in memory that count what is fetched and allow nothing beyond their bounds.
private final class CountingBytes: ByteSource {
  private let bytes: UnsafeBufferPointer<UInt8>
  private(set) var bytesRead = 0
  private(set) var reads = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  var count: Int { bytes.count }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    precondition(offset >= 0 && buffer.count <= count - offset, "asked beyond the bounds")
    bytesRead += buffer.count
    reads += 1
    buffer.copyMemory(
      from: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[offset...].prefix(buffer.count)))
    return buffer.count
  }
}
