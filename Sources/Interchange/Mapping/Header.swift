import DiaryModel
import Foundation

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

  /// The number of rows that decide whether a French `Note` is the rating, or which of several
  /// columns is.
  private static let sampledRows = 100

  init(_ record: FileRecord) {
    self.init((0..<record.fieldCount).map { record.value(at: $0) ?? "" })
  }

  /// Makes the names unique; empty ones are numbered.
  package init(_ texts: [String]) {
    var taken: Set<String> = []
    var names: [String] = []
    for (index, text) in texts.enumerated() {
      let wanted = text.isEmpty ? "column \(index + 1)" : text
      names.append(Self.free(wanted, taken: &taken))
    }
    self.texts = texts.map { Array($0.utf8) }
    self.names = names
    keys = names.map(Self.key)
    fieldKeys = names.map(Self.fieldKey)
  }

  /// Returns whether a record repeats the column names, as in files that were joined.
  func isRepeated(by record: FileRecord) -> Bool {
    guard record.fieldCount == texts.count else { return false }
    return texts.indices.allSatisfy { index in
      record.withValue(at: index) { $0.count == texts[index].count && $0.elementsEqual(texts[index]) }
    }
  }

  /// Whether any of the names is known as that of a field.
  var hasFieldName: Bool { fieldKeys.contains(where: Dialect.plain.hasField) }

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

  /// Treats the column `Note` among other French names as the rating, instead of the notes, if its first values are
  /// numbers.
  ///
  /// - Parameter reader: A reader whose next record is the first row.
  mutating func readNote(from reader: CSVReader) throws(ImportError) {
    guard let column = frenchNote, let sample = try Self.ratingSamples(of: [column], from: reader).first
    else {
      return
    }
    if sample.areReadable, sample.numbers.contains(where: { $0 >= 0 }) {
      fieldKeys[column] = BeerField.rating.rawValue
    }
  }

  /// Ignores columns with the name of the rating if none of their first values is one and another such column has
  /// ratings.
  ///
  /// - Parameter reader: A reader whose next record is the first row.
  mutating func readRatings(from reader: CSVReader) throws(ImportError) {
    guard Dialect(self) == .plain else { return }
    let names = Dialect.plain.keys(of: .rating)
    let columns = fieldKeys.indices.filter { names.contains(fieldKeys[$0]) }
    guard columns.count > 1 else { return }
    let samples = try Self.ratingSamples(of: columns, from: reader)
    guard samples.contains(where: { !$0.numbers.isEmpty }) else { return }
    for sample in samples where !sample.areReadable && sample.numbers.isEmpty {
      fieldKeys[sample.column] = ""
    }
  }

  /// The first values of a column, read as ratings.
  private struct RatingSample {
    let column: Int
    var numbers: [Double] = []
    /// Whether all values that are not empty can be read.
    var areReadable = true
  }

  private static func ratingSamples(
    of columns: [Int], from reader: CSVReader
  ) throws(ImportError) -> [RatingSample] {
    var samples = columns.map { RatingSample(column: $0) }
    for _ in 0..<sampledRows {
      guard let record = try reader.next() else { break }
      for index in samples.indices {
        do throws(ValueProblem) {
          let rating = try record.withValue(at: samples[index].column) { value throws(ValueProblem) in
            try RatingText(value)
          }
          if let rating { samples[index].numbers.append(rating.number) }
        } catch {
          samples[index].areReadable = false
        }
      }
    }
    return samples
  }

  /// The column `Note` among other French names; `nil` if there is no such column, or another one has the rating.
  private var frenchNote: Int? {
    let isFrench = fieldKeys.contains(where: BeerColumn.Headings.french.contains)
    let isRated = fieldKeys.contains(where: Dialect.plain.keys(of: .rating).contains)
    return isFrench && !isRated ? fieldKeys.firstIndex(of: "note") : nil
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
  /// Accents do not count, so `Bière` is `biere`.
  static func fieldKey(_ name: String) -> String {
    let name = withoutAccents(name)
    let path = name.split(separator: ".").map { key(String($0)) }.filter { !$0.isEmpty && $0 != "location" }
    guard path.count > 1, let last = path.last else { return key(name) }
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

  private static func free(_ wanted: String, taken: inout Set<String>) -> String {
    var name = wanted
    var number = 2
    while !taken.insert(name).inserted {
      name = "\(wanted) (\(number))"
      number += 1
    }
    return name
  }
}
