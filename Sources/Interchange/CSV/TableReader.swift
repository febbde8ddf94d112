/// Reads the rows of a CSV file, some of which may be the column names again, as in files that were joined.
///
/// If these are in another order, or only some of the names, the fields of the rows after them are put in the columns of
/// the first names.
final class TableReader: RecordReader {
  private let reader: CSVReader
  /// The first column names as they are written, without quotes and blanks around them.
  private let names: [[UInt8]]
  /// What the last column names say; `nil` if the fields are in the order of the columns.
  private var section: FileSection?

  /// Creates a reader of the rows after the column names.
  ///
  /// - Parameter header: The column names, which `reader` has returned last.
  init(_ reader: CSVReader, header: FileRecord) {
    self.reader = reader
    names = (0..<header.fieldCount).map { Array(header.writtenValue(at: $0)) }
  }

  var bytesRead: Int64 { reader.bytesRead }
  var totalBytes: Int64? { reader.totalBytes }
  var isUTF16: Bool { reader.isUTF16 }

  func next() throws(ImportError) -> FileRecord? {
    guard let record = try reader.next() else { return nil }
    if let named = try namedColumns(record) {
      let isInOrder = named.elementsEqual(named.indices)
      section = isInOrder ? nil : FileSection(headerLine: Array(record.raw), columns: named)
      record.isHeader = true
    } else if let section {
      record.section = section
      record.arrange(in: section.columns, count: names.count)
    }
    return record
  }

  /// Returns the columns that a record names; `nil` unless all of its fields are different column names.
  ///
  /// - Throws: `.anotherTable` if the record has other column names as well, or another delimiter, so that the values after
  ///   it cannot be put in the columns of the first names.
  private func namedColumns(_ record: FileRecord) throws(ImportError) -> [Int]? {
    if hasNamesWithOtherDelimiter(record) { throw .anotherTable(line: record.line, columns: []) }
    guard record.problem == nil, record.fieldCount > 0 else { return nil }
    var columns: [Int] = []
    var others: [Int] = []
    for index in 0..<record.fieldCount {
      if let column = column(named: record.writtenValue(at: index), except: columns) {
        columns.append(column)
      } else {
        others.append(index)
        // Nearly all records have values, of which it is enough to compare the first ones.
        if columns.isEmpty && others.count > 2 || others.count * 2 > record.fieldCount { return nil }
      }
    }
    // A single field may be a value, such as that of a beer called “Style”.
    let count = columns.count { !names[$0].isEmpty }
    if others.isEmpty { return count >= min(2, names.count { !$0.isEmpty }) ? columns : nil }
    guard count > 1, others.contains(where: { !record.writtenValue(at: $0).isEmpty }) else { return nil }
    throw .anotherTable(line: record.line, columns: others.compactMap { record.value(at: $0) })
  }

  private func column(named text: UnsafeBufferPointer<UInt8>, except columns: [Int] = []) -> Int? {
    names.indices.first {
      names[$0].count == text.count && names[$0].elementsEqual(text) && !columns.contains($0)
    }
  }

  /// Returns whether at least half of a record are column names, separated by another delimiter than the file's.
  private func hasNamesWithOtherDelimiter(_ record: FileRecord) -> Bool {
    guard record.fieldCount == 1 || record.problem != nil else { return false }
    return CSVFormat.candidates.contains { delimiter in
      if delimiter == reader.format.delimiter { return false }
      let parts = record.raw.split(separator: delimiter, omittingEmptySubsequences: false)
      let count = parts.count { part in
        let quote = UInt8(ascii: "\"")
        let text = trimmed(UnsafeBufferPointer(rebasing: part))
        let isQuoted = text.count > 1 && text.first == quote && text.last == quote
        let name = isQuoted ? UnsafeBufferPointer(rebasing: text.dropFirst().dropLast()) : text
        return !name.isEmpty && column(named: name) != nil
      }
      return count > 1 && count * 2 >= parts.count
    }
  }
}

/// A part of a joined file after column names that are in another order than the first, or only some of them.
struct FileSection: Sendable {
  /// The line of these column names as it is in the file.
  let headerLine: [UInt8]
  /// The column of each name among the first column names, from 0.
  let columns: [Int]
}
