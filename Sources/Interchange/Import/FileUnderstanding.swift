/// What was understood of a file before any of its rows was taken.
package struct FileUnderstanding: Hashable, Sendable {
  package let columns: FileColumns
  package let mapping: ColumnMapping
  package let reading: ColumnReading

  package var dialect: Dialect { mapping.dialect }
  package var format: FileColumns.Format { columns.format }
  package var isUTF16: Bool { columns.isUTF16 }

  /// Decides what the columns are, and looks at those whose values can be written in several ways.
  ///
  /// - Parameter onProgress: Called now and then where the file is read to its end for that.
  init(
    _ columns: FileColumns, of source: ImportSource, _ options: ImportOptions,
    onProgress: (ImportProgress) -> Void
  ) throws(ImportError) {
    self.columns = columns
    mapping = try ColumnMapping(
      columns.header, saved: options.mapping, assignments: options.assignments)
    var reading = ColumnReading()
    if !mapping.dialect.hasKnownUnits {
      reading = try Self.survey(columns.reader(source, options), mapping, onProgress)
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

  private static func survey(
    _ reader: any RecordReader, _ mapping: ColumnMapping, _ onProgress: (ImportProgress) -> Void
  ) throws(ImportError) -> ColumnReading {
    var survey = ColumnSurvey(mapping)
    var count = 0
    while let record = try reader.next() {
      survey.take(record)
      count += 1
      if count % ImportProgress.step == 0 { onProgress(ImportProgress(reader)) }
    }
    return survey.reading
  }
}
