/// Recognizes files that are not text by their beginning, so that they are refused instead of read as one long row.
enum BinaryDetection {
  /// Returns what the bytes are, as the end of a sentence such as "This is …"; `nil` for text.
  static func kind(of beginning: UnsafeBufferPointer<UInt8>) -> String? {
    for (signature, kind) in signatures where beginning.starts(with: signature) { return kind }
    return isMostlyControls(beginning) ? "a binary file" : nil
  }

  /// What a database is.
  static let database = "an SQLite database"

  private static let signatures: [([UInt8], String)] = [
    (Array("SQLite format 3\0".utf8), database),
    ([0x89, 0x50, 0x4E, 0x47], "a PNG picture"),
    ([0xFF, 0xD8, 0xFF], "a JPEG picture"),
    (Array("PK\u{3}\u{4}".utf8), "a zip archive or a spreadsheet file such as xlsx"),
    ([0x1F, 0x8B], "a gzip archive"),
    ([0xD0, 0xCF, 0x11, 0xE0], "an old Excel file (xls)"),
    (Array("%PDF-".utf8), "a PDF document"),
  ]

  /// Text may have a few control characters, and a damaged file some NULs, but not a tenth of all bytes.
  private static func isMostlyControls(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let controls = bytes.count { $0 < 0x20 && !(0x09...0x0D).contains($0) }
    return controls * 10 > bytes.count
  }
}
