import DiaryStore

/// The columns of a file as they are written, before it is decided what each of them is.
package struct FileColumns: Hashable, Sendable {
  package enum Format: Hashable, Sendable {
    case csv(CSVFormat)
    case json
  }

  package let format: Format
  package let isUTF16: Bool
  package let header: Header
  /// The line of column names as it is in the file; empty for JSON.
  let headerLine: [UInt8]
  /// The names of JSON's members as they are written.
  private let keys: [String]

  /// Reads the column names; of JSON, whose objects may each have others, all of the file.
  ///
  /// - Parameter onProgress: Called now and then where the file is read to its end for that.
  package init(
    _ source: ImportSource, _ options: ImportOptions = ImportOptions(),
    onProgress: (ImportProgress) -> Void = { _ in }
  ) throws(ImportError) {
    let input = try ReadInput(source.open())
    isUTF16 = input.isUTF16
    if input.isJSON {
      format = .json
      keys = try Self.keys(JSONRecordReader(input), onProgress)
      headerLine = []
      header = Header(keys)
    } else {
      let reader = CSVReader(input, delimiter: options.delimiter)
      let record = try Self.headerRecord(reader)
      keys = []
      headerLine = Array(record.raw)
      format = .csv(reader.format)
      header = Header(record)
    }
  }

  /// The kind of file that the column names tell of.
  package var dialect: Dialect { Dialect(header) }

  /// A reader that has the first row before it.
  func reader(_ source: ImportSource, _ options: ImportOptions) throws(ImportError) -> any RecordReader {
    let input = try ReadInput(source.open())
    if format == .json { return JSONRecordReader(input, keys: keys) }
    let reader = CSVReader(input, delimiter: options.delimiter)
    _ = try Self.headerRecord(reader)
    return reader
  }

  /// The first record that is not blank.
  private static func headerRecord(_ reader: CSVReader) throws(ImportError) -> FileRecord {
    while let record = try reader.next() {
      if record.problem != nil { throw .brokenHeader(line: record.problemLine) }
      if !record.isBlank { return record }
    }
    throw .empty
  }

  private static func keys(_ reader: JSONRecordReader, _ onProgress: (ImportProgress) -> Void)
    throws(ImportError)
    -> [String]
  {
    var count = 0
    while try reader.next() != nil {
      count += 1
      if count % ImportProgress.step == 0 { onProgress(ImportProgress(reader)) }
    }
    guard count > 0 else { throw .empty }
    return reader.keys
  }
}

extension ImportProgress {
  /// Records between two calls for progress where they are only looked at.
  static let step = 4096

  init(_ reader: any RecordReader) {
    self.init(bytesRead: reader.bytesRead, totalBytes: reader.totalBytes, rowCount: 0)
  }
}
