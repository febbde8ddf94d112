import DiaryModel
import Foundation

/// The columns of a file, before their meaning is decided.
package struct FileColumns: Sendable {
  /// The syntax of a file.
  package enum Syntax: Hashable, Sendable {
    /// Delimited text; the value says how it is written.
    case csv(CSVFormat)
    /// A JSON array or object, or an object on each line.
    case json
  }

  /// The file.
  let source: ImportSource
  /// The name of the file; `nil` for standard input.
  package var fileName: String? { source.name }
  /// The syntax of the file, by its first bytes.
  package let syntax: Syntax
  /// Whether the file is UTF-16.
  package let isUTF16: Bool
  /// The column names; of JSON, the names of all members in the order in which they first appear.
  package private(set) var header: Header
  /// The line of column names as it is in the file; empty for JSON.
  let headerLine: [UInt8]
  /// Whether the first line of a CSV file has column names.
  package let hasHeader: Bool
  /// Whether several records of JSON begin on one line, so that messages name them by their positions.
  let sharesLines: Bool
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
    self.source = source
    let input = try BufferedInput(source.open())
    isUTF16 = input.isUTF16
    if input.isJSON {
      syntax = .json
      hasHeader = true
      list = try JSONListSearch.choice(in: BufferedInput(source.open()), options)
      var reader = JSONRecordReader(input, wrapper: list.path)
      let byPath = try Self.keys(reader, onProgress)
      readsPaths = byPath != nil
      if let byPath {
        keys = byPath
      } else {
        reader = try JSONRecordReader(
          BufferedInput(source.open()), wrapper: list.path, readsPaths: false)
        keys = try Self.keys(reader, onProgress) ?? []
      }
      sharesLines = reader.sharesLines
      headerLine = []
      header = Header(keys, isOfJSON: true)
    } else {
      if options.list != nil { throw .noLists }
      let reader = CSVReader(input, delimiter: options.delimiter)
      let record = try Self.headerRecord(reader)
      // Copied first, because reading a value with doubled quotes changes the record.
      let line = Array(record.raw)
      keys = []
      list = JSONListChoice()
      readsPaths = true
      sharesLines = false
      syntax = .csv(reader.format)
      hasHeader = options.hasHeader ?? true || Self.isOfRejects(record)
      if hasHeader {
        header = Header(record)
        headerLine = line
        guard options.requiresHeader || !header.looksLikeData else { throw .noHeader(row: header.names) }
      } else {
        header = Header((1...max(1, record.fieldCount)).map(String.init))
        headerLine = Array(
          header.names.joined(separator: String(Unicode.Scalar(reader.format.delimiter))).utf8)
      }
    }
    // A closure must not capture `self` in an initializer.
    let columns = self
    header = try header.resolvingAmbiguousNames(with: columns.reader)
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
  func reader() throws(ImportError) -> any RecordReader {
    let input = try BufferedInput(source.open())
    switch syntax {
    case .json: return JSONRecordReader(input, keys: keys, wrapper: list.path, readsPaths: readsPaths)
    case .csv(let format):
      let reader = CSVReader(
        input, delimiter: format.delimiter,
        maxRecordLength: dialect == .beerDiary
          ? BufferedInput.maxExportedRecordLength : BufferedInput.maxRecordLength)
      return try hasHeader ? TableReader(reader, header: Self.headerRecord(reader)) : reader
    }
  }

  /// Returns whether a record is the header of rejected rows, which they have even if the original file had none.
  private static func isOfRejects(_ record: FileRecord) -> Bool {
    record.value(at: 0).map(ProblemColumn.isName) ?? false
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
    if reader.keys.isEmpty { throw reader.firstEntryError ?? .noBeers }
    return reader.keys
  }
}

// MARK: - Column names

/// The column names of a file, each unique.
package struct Header: Hashable, Sendable {
  /// The names in the file, trimmed; a column without a name is `column 7`, a second `notes` is `notes (2)`.
  package let names: [String]
  /// The names before they were made unique, in UTF-8.
  let texts: [[UInt8]]
  /// The names as they are compared; see `key(_:)`.
  let keys: [String]
  /// The names as they are compared with those of fields; see `fieldKey(_:)`.
  private(set) var fieldKeys: [String]
  /// Whether these are the names of members of JSON.
  let isOfJSON: Bool
  /// Whether the first values say that this is a Beer Diary export, from which too many columns were removed for the names
  /// alone to say so.
  private(set) var isOfReducedExport = false

  /// The number of rows that decide whether a `Note` is a number, or which of several columns is the rating.
  private static let sampledRows = 100
  /// The highest number that may be a grade of which 1 is the best.
  private static let worstGrade = 6.0

  init(_ record: FileRecord) {
    self.init((0..<record.fieldCount).map { record.value(at: $0) ?? "" })
  }

  /// Makes the names unique; empty ones are numbered.
  package init(_ texts: [String], isOfJSON: Bool = false) {
    self.isOfJSON = isOfJSON
    var taken: Set<String> = []
    var names: [String] = []
    for (index, text) in texts.enumerated() {
      let wanted = text.isEmpty ? "column \(index + 1)" : text
      let name = wanted.numbered(unless: taken.contains)
      taken.insert(name)
      names.append(name)
    }
    self.texts = texts.map { Array($0.utf8) }
    self.names = names
    keys = names.map(Self.key)
    fieldKeys = names.map(Self.fieldKey)
  }

  /// Returns whether a record repeats the column names, as in files that were joined.
  func isRepeated(by record: FileRecord) -> Bool {
    if record.isHeader { return true }
    guard isOfJSON, record.fieldCount == texts.count else { return false }
    return texts.indices.allSatisfy { index in
      record.withValue(at: index) { $0.count == texts[index].count && $0.elementsEqual(texts[index]) }
    }
  }

  /// Whether any of the names is known as that of a field.
  var hasFieldName: Bool { names.map(Self.fieldKey).contains(where: Dialect.plain.hasField) }

  /// Whether this is probably the first row of a file without column names: a cell is a number, a date or a link.
  ///
  /// Names of fields do not prove a header: `Cider` is a style as well.
  var looksLikeData: Bool {
    guard Dialect(self) == .plain else { return false }
    return texts.contains { text in
      text.withUnsafeBufferPointer { bytes in
        DecimalParser.number(bytes) != nil || text.starts(with: Array("http".utf8))
          || (try? DateParser(times: .local, order: .dayFirst).date(bytes)) ?? nil != nil
      }
    }
  }

  /// Decides by their first values what columns with ambiguous names are, and whether the file is a reduced export.
  ///
  /// - Parameter open: Returns a reader whose next record is the first row.
  func resolvingAmbiguousNames(
    with open: () throws(ImportError) -> any RecordReader
  ) throws(ImportError) -> Header {
    guard Dialect(self) == .plain else { return self }
    var header = self
    header.isOfReducedExport = try hasExportedValues(open)
    if header.isOfReducedExport { return header }
    try header.readNote(open)
    try header.readRatings(open)
    return header
  }

  /// Returns whether the first values of `uuid` are UUIDs and those of `extras` are JSON objects, which only exports have.
  private func hasExportedValues(_ open: () throws(ImportError) -> any RecordReader) throws(ImportError)
    -> Bool
  {
    guard fieldKeys.contains(BeerField.name.rawValue),
      let uuidColumn = fieldKeys.firstIndex(of: BeerField.uuid.rawValue),
      let extrasColumn = fieldKeys.firstIndex(of: BeerField.extras.rawValue)
    else { return false }
    let reader = try open()
    var hasUUID = false
    var hasExtras = false
    for _ in 0..<Self.sampledRows {
      guard let record = try reader.next() else { break }
      if record.problem != nil || record.isHeader { continue }
      if let text = record.value(at: uuidColumn) {
        guard UUID(uuidString: text) != nil else { return false }
        hasUUID = true
      }
      if let text = record.value(at: extrasColumn) {
        guard (try? Extras(json: text)) != nil else { return false }
        hasExtras = true
      }
    }
    return hasUUID && hasExtras
  }

  /// Treats a column `Note` as the rating or as a custom field, instead of the notes, if its first values are all numbers.
  ///
  /// In several languages, `Note` is a grade. The highest French grade is the best. In Germany, grades are from 1, which is
  /// the best, to 6, so a rating is recognized by a higher number.
  private mutating func readNote(_ open: () throws(ImportError) -> any RecordReader) throws(ImportError) {
    guard let column = fieldKeys.firstIndex(of: "note") else { return }
    guard let sample = try Self.ratingSamples(of: [column], from: open()).first, sample.areReadable,
      !sample.numbers.isEmpty
    else { return }
    let isFrench = fieldKeys.contains(where: BeerColumn.Headings.french.contains)
    let isRated = fieldKeys.contains(where: Dialect.plain.keys(of: .rating).contains)
    let isRating =
      !isRated && sample.scale.hasRatings
      && (isFrench || sample.numbers.contains { $0 > Self.worstGrade })
    fieldKeys[column] = isRating ? BeerField.rating.rawValue : ""
  }

  /// Ignores columns with the name of the rating if none of their first values is one and another such column has
  /// ratings.
  private mutating func readRatings(_ open: () throws(ImportError) -> any RecordReader) throws(ImportError) {
    let names = Dialect.plain.keys(of: .rating)
    let columns = fieldKeys.indices.filter { names.contains(fieldKeys[$0]) }
    guard columns.count > 1 else { return }
    let samples = try Self.ratingSamples(of: columns, from: open())
    guard samples.contains(where: { !$0.numbers.isEmpty }) else { return }
    for sample in samples where !sample.areReadable && sample.numbers.isEmpty {
      fieldKeys[sample.column] = ""
    }
  }

  /// The first values of a column, read as ratings.
  private struct RatingSample {
    let column: Int
    var numbers: [Double] = []
    var scale = ScaleProfiler()
    /// Whether all values that are not empty can be read.
    var areReadable = true
  }

  private static func ratingSamples(
    of columns: [Int], from reader: any RecordReader
  ) throws(ImportError) -> [RatingSample] {
    var samples = columns.map { RatingSample(column: $0) }
    for _ in 0..<sampledRows {
      guard let record = try reader.next() else { break }
      if record.problem != nil || record.isHeader { continue }
      for index in samples.indices {
        do throws(ValueProblem) {
          let rating = try record.withValue(at: samples[index].column) { value throws(ValueProblem) in
            samples[index].scale.add(value)
            return try RatingText(value)
          }
          if let rating { samples[index].numbers.append(rating.number) }
        } catch {
          samples[index].areReadable = false
        }
      }
    }
    return samples
  }

  /// Returns the column with a name, or else the first with the same letters and digits; `nil` if there is none.
  package func column(named name: String) -> Int? {
    if let column = names.firstIndex(of: name) { return column }
    let key = Self.key(name)
    return key.isEmpty ? nil : keys.firstIndex(of: key)
  }

  /// Returns the columns that a text names: one column, or several separated by commas.
  ///
  /// - Throws: `.noSuchColumn`
  package func columns(named text: String) throws(ImportError) -> [Int] {
    if let column = names.firstIndex(of: text) { return [column] }
    var columns: [Int] = []
    for part in text.split(separator: ",") {
      let name = part.trimmingCharacters(in: .whitespaces)
      if name.isEmpty { continue }
      guard let column = column(named: name) else { throw .noSuchColumn(name, columns: names) }
      columns.append(column)
    }
    return columns
  }

  /// Reduces a name to its letters and digits in lower case, by which columns are compared.
  ///
  /// Case, blanks, underscores, hyphens and punctuation do not count, so `Beer_Name`, `beer name` and `BeerName` are
  /// the same, as are `ABV (%)` and `abv`.
  static func key(_ name: String) -> String {
    let key = name.lowercased().unicodeScalars.filter {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
    }
    return String(String.UnicodeScalarView(key))
  }

  /// Reduces a name to the key by which fields are compared; names of nested JSON members lose what their path repeats.
  ///
  /// `beer.beer_name` is `beername`, `venue.location.lat` is `venuelat`, and `checkin.brewery.name` is `breweryname`.
  ///
  /// Accents do not count, so `Bière` is `biere`. `Vol.-%` is `volpercent`, as `vol` may be the size of a bottle.
  static func fieldKey(_ name: String) -> String {
    let name = withoutAccents(name)
    let path = name.split(separator: ".").map { key(String($0)) }.filter { !$0.isEmpty && $0 != "location" }
    guard path.count > 1, let last = path.last else {
      let whole = key(name)
      return whole == "vol" && name.contains("%") ? "volpercent" : whole
    }
    if path.dropLast().contains(where: { $0.count > 2 && last.hasPrefix($0) }) { return last }
    return path.suffix(2).joined()
  }

  private static func withoutAccents(_ name: String) -> String {
    if name.utf8.allSatisfy({ $0 < 0x80 }) { return name }
    let scalars = name.decomposedStringWithCanonicalMapping.unicodeScalars
    return String(
      String.UnicodeScalarView(scalars.filter { $0.properties.generalCategory != .nonspacingMark }))
  }

  /// Whether one column is a member of the object that another is in other records, such as `brewery.name` of
  /// `brewery`.
  func areOneMember(_ column: Int, _ other: Int) -> Bool {
    names[column].hasPrefix(names[other] + ".") || names[other].hasPrefix(names[column] + ".")
  }
}
