import DiaryStore

/// The result of analyzing a file before any of its rows is imported.
package struct FileAnalysis: Hashable, Sendable {
  /// The number of rows that decide whether all have to be profiled.
  private static let sampledRows = 100

  /// The columns as they are written.
  package let columns: FileColumns
  /// The meaning of each column.
  package let mapping: ColumnMapping
  /// How dates and numbers are written.
  package let formats: ColumnFormats
  /// How rows are recognized, followed by the ways in which an earlier import may have recognized them.
  let identities: [RowIdentity]

  /// How rows are recognized when the file is imported again.
  package var identity: RowIdentity { identities[0] }
  /// The program that wrote the file, by its column names.
  package var dialect: Dialect { mapping.dialect }
  /// What the rows are: beers that were drunk, a wish list and so on.
  package var contents: FileContents { mapping.contents }
  /// The name of such a file in a sentence.
  package var name: String { contents.name ?? dialect.name }
  /// The syntax of the file.
  package var syntax: FileColumns.Syntax { columns.syntax }
  /// Whether the file is UTF-16.
  package var isUTF16: Bool { columns.isUTF16 }

  /// Decides what the columns are, and profiles those whose values can be written in several ways.
  ///
  /// - Parameter onProgress: Called every few thousand records if the file is read to its end.
  init(
    _ columns: FileColumns, of source: ImportSource, _ options: ImportOptions,
    onProgress: (ImportProgress) -> Void
  ) throws(ImportError) {
    self.columns = columns
    mapping = try Self.mapping(columns, options)
    let mayHaveNumbers = mapping.hasUnknownColumns && columns.syntax != .json
    let needsProfile =
      if mapping.dialect.hasKnownUnits, !mayHaveNumbers {
        try Self.hasYearLastDates(columns.reader(source, options), mapping)
      } else { true }
    let profile =
      try needsProfile ? Self.profile(columns, of: source, options, mapping, onProgress) : nil
    formats = ColumnFormats(profile, mapping, options, isJSON: columns.syntax == .json)
    let identities = mapping.identities(mapping.dialect.hasKnownUnits ? [] : profile?.idColumns ?? [])
    self.identities =
      try Self.chosen(options.identityColumns, mapping).map { [$0] + identities } ?? identities
  }

  /// Whether a row has all values of its beer, which is not so if columns were removed from an exported CSV file.
  var hasCompleteRows: Bool {
    guard dialect == .beerDiary else { return false }
    if case .json = syntax { return true }
    return ExportedBeer.columnNames.allSatisfy(mapping.header.names.contains)
  }

  /// Returns the mapping of the columns: saved, assigned or proposed.
  ///
  /// - Throws: What `ColumnMapping` throws, or `.noHeader` if the first line may be a beer.
  private static func mapping(_ columns: FileColumns, _ options: ImportOptions) throws(ImportError)
    -> ColumnMapping
  {
    do throws(ImportError) {
      return try ColumnMapping(
        columns.header, saved: options.mapping, assignments: options.assignments)
    } catch {
      guard case .noNameColumn = error, columns.mayLackHeader, !options.requiresHeader else { throw error }
      throw .noHeader(row: columns.header.names)
    }
  }

  /// Returns the columns that the user chose to recognize rows by; `nil` if none.
  ///
  /// - Throws: `.noSuchColumn`, or `.fixedIdentity` for a Beer Diary export.
  private static func chosen(_ names: [String], _ mapping: ColumnMapping) throws(ImportError) -> RowIdentity?
  {
    if names.isEmpty { return nil }
    guard mapping.dialect != .beerDiary else { throw .fixedIdentity }
    var columns: [Int] = []
    for name in names {
      for column in try mapping.header.columns(named: name) where !columns.contains(column) {
        columns.append(column)
      }
    }
    guard !columns.isEmpty else {
      throw .noSuchColumn(names.joined(separator: ", "), columns: mapping.header.names)
    }
    return .chosen(columns)
  }

  /// Returns whether a spreadsheet has reformatted the dates of another program, which affects all of them.
  private static func hasYearLastDates(_ reader: any RecordReader, _ mapping: ColumnMapping)
    throws(ImportError) -> Bool
  {
    guard mapping.dialect != .beerDiary, let column = mapping.column(of: .drunkAt) else { return false }
    for _ in 0..<sampledRows {
      guard let record = try reader.next() else { return false }
      let hasYearLast = record.withValue(at: column) { value in
        var cursor = ByteCursor(value)
        return YearLastDate(&cursor) != nil
      }
      if hasYearLast { return true }
    }
    return false
  }

  private static func profile(
    _ columns: FileColumns, of source: ImportSource, _ options: ImportOptions, _ mapping: ColumnMapping,
    _ onProgress: (ImportProgress) -> Void
  ) throws(ImportError) -> ColumnProfiler {
    let reader = try columns.reader(source, options)
    var profile = ColumnProfiler(mapping)
    var count = 0
    while let record = try reader.next() {
      profile.add(record)
      count += 1
      if count % ImportProgress.step == 0 { onProgress(ImportProgress(reader)) }
    }
    return profile
  }
}
