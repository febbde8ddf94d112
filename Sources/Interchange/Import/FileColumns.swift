/// The columns of a file, before their meaning is decided.
package struct FileColumns: Hashable, Sendable {
  /// The syntax of a file.
  package enum Syntax: Hashable, Sendable {
    /// Delimited text; the value says how it is written.
    case csv(CSVFormat)
    /// A JSON array or object, or an object on each line.
    case json
  }

  /// The syntax of the file, by its first bytes.
  package let syntax: Syntax
  /// Whether the file is UTF-16.
  package let isUTF16: Bool
  /// The column names; of JSON, the names of all members in the order in which they first appear.
  package let header: Header
  /// The line of column names as it is in the file; empty for JSON.
  let headerLine: [UInt8]
  /// Whether the first line of a CSV file has column names.
  package let hasHeader: Bool
  /// Whether objects within JSON objects are read by their paths.
  private let readsPaths: Bool
  /// The list of records in JSON, and the lists that are not read.
  private let list: JSONListChoice
  /// The names of JSON's members as they are written.
  private let keys: [String]

  /// Reads the column names; JSON is read to its end, as each object may have other names.
  ///
  /// - Parameter onProgress: Called every few thousand records if the file is read to its end.
  /// - Throws: `.noHeader` if the first line may be a beer, `.brokenHeader`, `.brokenJSON`, `.empty`, `.noBeers`,
  ///   `.binary`, or an error about the lists of a JSON file.
  package init(
    _ source: ImportSource, _ options: ImportOptions = ImportOptions(),
    onProgress: (ImportProgress) -> Void = { _ in }
  ) throws(ImportError) {
    let input = try BufferedInput(source.open())
    isUTF16 = input.isUTF16
    if input.isJSON {
      syntax = .json
      hasHeader = true
      list = try JSONListSearch.choice(in: BufferedInput(source.open()), options)
      let byPath = try Self.keys(JSONRecordReader(input, wrapper: list.path), onProgress)
      readsPaths = byPath != nil
      keys =
        if let byPath { byPath } else {
          try Self.keys(
            JSONRecordReader(BufferedInput(source.open()), wrapper: list.path, readsPaths: false), onProgress)
            ?? []
        }
      headerLine = []
      header = Header(keys)
    } else {
      if options.list != nil { throw .noLists }
      let reader = CSVReader(input, delimiter: options.delimiter)
      let record = try Self.headerRecord(reader)
      keys = []
      list = JSONListChoice()
      readsPaths = true
      syntax = .csv(reader.format)
      hasHeader = options.hasHeader ?? true || Self.isOfRejects(record)
      if hasHeader {
        var header = Header(record)
        headerLine = Array(record.raw)
        try header.readNote(from: reader)
        try header.readRatings(from: reader)
        self.header = header
        guard options.requiresHeader || !header.looksLikeData else { throw .noHeader(row: header.names) }
      } else {
        header = Header((1...max(1, record.fieldCount)).map(String.init))
        headerLine = Array(
          header.names.joined(separator: String(Unicode.Scalar(reader.format.delimiter))).utf8)
      }
    }
  }

  /// Whether the first line may be a beer, as none of its cells is a known column name.
  package var mayLackHeader: Bool {
    if case .csv = syntax { hasHeader && !header.hasFieldName } else { false }
  }

  /// The lists of a JSON file that are not read.
  package var unreadLists: [JSONList] { list.others }

  /// The program that wrote the file, by its column names.
  package var dialect: Dialect { Dialect(header) }

  /// Returns a reader whose next record is the first row.
  func reader(_ source: ImportSource, _ options: ImportOptions) throws(ImportError) -> any RecordReader {
    let input = try BufferedInput(source.open())
    if syntax == .json {
      return JSONRecordReader(input, keys: keys, wrapper: list.path, readsPaths: readsPaths)
    }
    let reader = CSVReader(input, delimiter: options.delimiter)
    if hasHeader { _ = try Self.headerRecord(reader) }
    return reader
  }

  /// Returns whether a record is the header of rejected rows, which they have even if the original file had none.
  private static func isOfRejects(_ record: FileRecord) -> Bool {
    record.value(at: 0) == RejectedRows.problemColumn
  }

  /// Returns the first record that is not blank.
  private static func headerRecord(_ reader: CSVReader) throws(ImportError) -> FileRecord {
    while let record = try reader.next() {
      if record.problem != nil { throw .brokenHeader(line: record.problemLine) }
      if !record.isBlank { return record }
    }
    throw .empty
  }

  /// Returns the names of all members; `nil` if nested objects have too many to be read by their paths.
  private static func keys(_ reader: JSONRecordReader, _ onProgress: (ImportProgress) -> Void)
    throws(ImportError)
    -> [String]?
  {
    var count = 0
    while try reader.next() != nil {
      if reader.hasTooManyPaths { return nil }
      count += 1
      if count % ImportProgress.step == 0 { onProgress(ImportProgress(reader)) }
    }
    guard count > 0 else { throw .empty }
    if reader.keys.isEmpty { throw .noBeers }
    return reader.keys
  }
}

extension ImportProgress {
  /// The number of records between two reports of progress during the analysis.
  static let step = 4096

  init(_ reader: any RecordReader) {
    self.init(bytesRead: reader.bytesRead, totalBytes: reader.totalBytes, rowCount: 0)
  }
}
