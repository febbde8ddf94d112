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
    if let named = namedColumns(record) {
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
  private func namedColumns(_ record: FileRecord) -> [Int]? {
    guard record.problem == nil, 1...names.count ~= record.fieldCount else { return nil }
    var columns: [Int] = []
    for index in 0..<record.fieldCount {
      let text = record.writtenValue(at: index)
      let column = names.indices.first { names[$0].elementsEqual(text) && !columns.contains($0) }
      guard let column else { return nil }
      columns.append(column)
    }
    // A single field may be a value, such as that of a beer called “Style”.
    let count = columns.count { !names[$0].isEmpty }
    return count >= min(2, names.count { !$0.isEmpty }) ? columns : nil
  }
}

/// A part of a joined file after column names that are in another order than the first, or only some of them.
struct FileSection: Sendable {
  /// The line of these column names as it is in the file.
  let headerLine: [UInt8]
  /// The column of each name among the first column names, from 0.
  let columns: [Int]
}
