// Arbitrary bytes as a CSV or JSON file, read in pieces of arbitrary size: every byte is taken once, records and their
// fields lie within the file, lines only go up, and what is read does not depend on the pieces.

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFile(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let all = UnsafeBufferPointer(start: start, count: count)
  guard let piece = all.first else { return 0 }
  let bytes = Array(all.dropFirst())
  let whole = records(bytes, chunk: .max)
  let pieces = records(bytes, chunk: Int(piece) % 61 + 1)
  precondition(whole == pieces, "what is read depends on how it comes")
  return 0
}

/// All that a file says, or why it is refused.
private func records(_ bytes: [UInt8], chunk: Int) -> [String] {
  var result: [String] = []
  do throws(ImportError) {
    let input = try ReadInput(ByteInput(bytes, chunk: chunk), chunkSize: 512)
    let reader: any RecordReader =
      input.isJSON
      ? JSONRecordReader(input, maximumRecordLength: 4096) : CSVReader(input, maximumRecordLength: 4096)
    var line = 0
    while let record = try reader.next() {
      precondition(record.line >= line, "lines go back")
      line = record.line
      result.append(
        "\(record.line) \(record.isWindows1252) \(String(describing: record.problem)) \(record.fieldCount)")
      for index in 0..<record.fieldCount {
        record.withValue(at: index) {
          precondition($0.count <= 3 * bytes.count + 3, "a field larger than its file")
        }
        result.append(record.text(at: index))
      }
    }
    precondition(reader.bytesRead == bytes.count, "bytes are left over")
  } catch {
    result.append("\(error)")
  }
  return result
}
