/// What was understood of a file before any of its rows was taken.
package struct FileUnderstanding: Hashable, Sendable {
  package enum Format: Hashable, Sendable {
    case csv(CSVFormat)
    case json
  }

  package let format: Format
  package let isUTF16: Bool
  package let mapping: ColumnMapping
  package let reading: ColumnReading
  /// The line of column names as it is in the file; empty for JSON.
  let headerLine: [UInt8]
  /// The names of JSON's members as they are written.
  let keys: [String]

  package var dialect: Dialect { mapping.dialect }

  /// Looks at the column names, and at the columns whose values can be written in several ways.
  ///
  /// - Parameter onProgress: Called now and then where the file is read to its end for that.
  init(_ source: ImportSource, _ options: ImportOptions, onProgress: (any RecordReader) -> Void)
    throws(ImportError)
  {
    let input = try ReadInput(source.open())
    isUTF16 = input.isUTF16
    if input.isJSON {
      format = .json
      keys = try Self.keys(JSONRecordReader(input), onProgress)
      headerLine = []
      mapping = try ColumnMapping(Header(keys), assignments: options.assignments)
    } else {
      let reader = CSVReader(input, delimiter: options.delimiter)
      let header = try Self.headerRecord(reader)
      keys = []
      headerLine = Array(header.raw)
      format = .csv(reader.format)
      mapping = try ColumnMapping(Header(header), assignments: options.assignments)
    }
    var reading = ColumnReading()
    if !mapping.dialect.hasKnownUnits {
      reading = try Self.survey(
        Self.reader(source, format: format, keys: keys, options), mapping, onProgress)
    }
    if let order = options.dateOrder {
      for column in [BeerField.drunkAt, .createdAt].compactMap(mapping.column) {
        reading.dateOrders[column] = order
      }
    }
    if let abvIsFraction = options.abvIsFraction { reading.abvIsFraction = abvIsFraction }
    if let scale = options.ratingScale { reading.ratingScale = scale }
    self.reading = reading
  }

  /// A reader that has the first row before it.
  func reader(_ source: ImportSource, _ options: ImportOptions) throws(ImportError) -> any RecordReader {
    try Self.reader(source, format: format, keys: keys, options)
  }

  private static func reader(
    _ source: ImportSource, format: Format, keys: [String], _ options: ImportOptions
  ) throws(ImportError) -> any RecordReader {
    let input = try ReadInput(source.open())
    if format == .json { return JSONRecordReader(input, keys: keys) }
    let reader = CSVReader(input, delimiter: options.delimiter)
    _ = try headerRecord(reader)
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

  /// Records between two calls for progress.
  private static let step = 4096

  private static func keys(_ reader: JSONRecordReader, _ onProgress: (any RecordReader) -> Void)
    throws(ImportError)
    -> [String]
  {
    var count = 0
    while try reader.next() != nil {
      count += 1
      if count % step == 0 { onProgress(reader) }
    }
    guard count > 0 else { throw .empty }
    return reader.keys
  }

  private static func survey(
    _ reader: any RecordReader, _ mapping: ColumnMapping, _ onProgress: (any RecordReader) -> Void
  ) throws(ImportError) -> ColumnReading {
    var survey = ColumnSurvey(mapping)
    var count = 0
    while let record = try reader.next() {
      survey.take(record)
      count += 1
      if count % step == 0 { onProgress(reader) }
    }
    return survey.reading
  }
}
