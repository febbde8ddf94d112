// Arbitrary bytes as a photo: a thumbnail or a refusal, and every thumbnail can be kept and drawn.

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzThumbnail(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  _ = Thumbnail(encoded: bytes)
  var budget = ThumbnailBudget()
  // Less than in the program, so that many files are tried.
  budget.pixels = 1_000_000
  guard let thumbnail = try? Thumbnail.make(from: MemoryBytes(bytes), budget: budget) else { return 0 }
  let size = thumbnail.pixels.size
  precondition((1...64).contains(size.width) && (1...64).contains(size.height), "a thumbnail of another size")
  precondition(
    Thumbnail(encoded: thumbnail.encoded)?.pixels.size == size, "a thumbnail that does not come back")
  precondition(ASCIIPicture(thumbnail, columns: 8, rows: 3).cells.count == 3, "a drawing of another size")
  return 0
}
