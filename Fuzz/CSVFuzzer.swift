// Arbitrary bytes as a CSV or JSON file, read at once and in pieces of arbitrary size: every byte is taken once, records
// and their fields lie within the file, lines only go up, and what is read does not depend on the pieces.
//
// The window is so small that a file of some hundred bytes slides, grows and exceeds it, as one of gigabytes would.

/// Stands for the protocol of the diary's errors.
package protocol OperationError: Error, Hashable {}

/// Stands for the diary's own errors, which reading a file cannot throw.
package enum StoreError: Error, Hashable {}
package typealias OpeningError = StoreError
package typealias PhotoError = StoreError

extension StoreError {
  package var storeError: StoreError? { nil }
  package var sentence: String { "" }
}

/// Stands for the labels of exports, of which reading a file needs only the name.
enum BeerLabelJSON {
  static let name = "label"
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFile(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let start, count > 0 else { return 0 }
  let bytes = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
  // Half of them may have an object around the list.
  let wrapper = start[0] < 128 ? [] : [Array("a".utf8)]
  var whole = Reading(bytes, wrapper: wrapper, chunk: .max)
  var pieces = Reading(bytes, wrapper: wrapper, chunk: Int(start[0]) % 61 + 1)
  var line = 0
  while true {
    let record = whole.next()
    let other = pieces.next()
    precondition(whole.failure == pieces.failure, "why it is refused depends on how it comes")
    guard let record, let other else {
      precondition(record == nil && other == nil, "how many records there are depends on how they come")
      break
    }
    precondition(record.line >= line, "lines go back")
    line = record.line
    precondition(isSame(record, other, limit: 3 * bytes.count + 3), "what is read depends on how it comes")
  }
  if whole.failure == nil {
    precondition(whole.bytesRead == bytes.count && pieces.bytesRead == bytes.count, "bytes are left over")
  }
  return 0
}

private func isSame(_ record: FileRecord, _ other: FileRecord, limit: Int) -> Bool {
  guard record.line == other.line, record.problem == other.problem, record.fieldCount == other.fieldCount,
    record.isWindows1252 == other.isWindows1252
  else { return false }
  if record.problem != nil, record.problemLine != other.problemLine { return false }
  return (0..<record.fieldCount).allSatisfy { index in
    record.withValue(at: index) { value in
      precondition(value.count <= limit, "a field larger than its file")
      return other.withValue(at: index) { value.elementsEqual($0) }
    }
      && record.withExactValue(at: index) { value in
        other.withExactValue(at: index) { value.elementsEqual($0) }
      }
  }
}

/// A file that is read, until it ends or is refused.
private struct Reading {
  private static let window = 64
  private static let maxRecordLength = 256

  private var reader: (any RecordReader)?
  /// Why the file is refused.
  private(set) var failure: ImportError?

  init(_ bytes: [UInt8], wrapper: [[UInt8]], chunk: Int) {
    do throws(ImportError) {
      let input = try BufferedInput(ByteInput(bytes, chunk: chunk), chunkSize: Self.window)
      reader =
        input.isJSON
        ? JSONRecordReader(input, wrapper: wrapper, maxRecordLength: Self.maxRecordLength)
        : CSVReader(input, maxRecordLength: Self.maxRecordLength)
    } catch {
      failure = error
    }
  }

  var bytesRead: Int64 { reader?.bytesRead ?? 0 }

  mutating func next() -> FileRecord? {
    do throws(ImportError) {
      return try reader?.next()
    } catch {
      failure = error
      return nil
    }
  }
}
