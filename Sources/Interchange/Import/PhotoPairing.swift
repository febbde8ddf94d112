import DiaryStore
import Foundation

/// Matches the files of a folder with the rows of another program's file whose photos they are.
///
/// A row's photos are files named like a link in it, like its check-in's id, or like a name in it. Only columns that
/// are named after photos or files count. A name that several links share, such as `photo.jpg`, belongs to none of
/// them: a beer must never get another's photo.
struct PhotoPairing: Sendable {
  /// A file that is a photo of a row.
  struct Match: Hashable {
    let file: String
    /// The link that the file was downloaded from, or its name, by which the photo is recognized.
    let name: String
  }

  /// The names of columns that contain file names.
  private static let fileKeys: Set = ["file", "files", "filename", "filenames"]
  private static let pictureEndings: Set = [
    "jpg", "jpeg", "png", "gif", "webp", "heic", "heif", "avif", "tif", "tiff", "bmp",
  ]

  private(set) var report: PhotoPairingReport
  private let folder: PhotoFolder
  private let columns: [Int]
  /// The columns that are not fields, with their names; lists and objects of JSON may contain links.
  private let linkColumns: [(index: Int, name: String)]
  private let idColumns: [Int]
  private let addressColumn: Int?
  /// A link from which each file could have been downloaded.
  private var owners: [String: String] = [:]
  /// Names that several links have.
  private var ambiguous: Set<String> = []

  /// Reads all rows to match them with the files.
  ///
  /// - Parameter makeReader: Returns a reader whose next record is the first row.
  init(
    _ path: String, _ mapping: ColumnMapping, _ makeReader: () throws(ImportError) -> any RecordReader
  ) throws(ImportError) {
    folder = try PhotoFolder(path)
    report = PhotoPairingReport(folder: path)
    let names = mapping.header.names
    let keys = mapping.header.keys
    let others = names.indices.filter { column in
      if case .field = mapping.roles[column] { false } else { true }
    }
    columns = others.filter { PhotoLink.isPhotoField(names[$0]) || Self.fileKeys.contains(keys[$0]) }
    linkColumns = others.map { [columns] in ($0, columns.contains($0) ? "photo" : names[$0]) }
    idColumns = ["checkinid", "id"].compactMap { keys.firstIndex(of: $0) }
    addressColumn = keys.firstIndex(of: "checkinurl")
    try recordOwners(makeReader())
    try makeReport(makeReader())
  }

  /// The photos of a row, in their order.
  func photos(of record: FileRecord) -> [ImportedPhoto] {
    matches(of: record).found.map { ImportedPhoto(named: $0.name, path: "\(folder.path)/\($0.file)") }
  }
}

// MARK: - Matching a row

extension PhotoPairing {
  /// The files of a row, and the links and names without a file.
  private func matches(of record: FileRecord) -> (found: [Match], missing: [String]) {
    var found: [Match] = []
    var missing: [String] = []
    var missingNames: [String] = []
    func add(_ match: Match) { if !found.contains(where: { $0.file == match.file }) { found.append(match) } }
    for link in links(of: record) {
      if let file = file(of: link) { add(Match(file: file, name: link)) } else { missing.append(link) }
    }
    for value in columns.compactMap({ record.value(at: $0) }) {
      let names = fileNames(in: value)
      for name in names.found { add(Match(file: name, name: name)) }
      missingNames += names.missing
    }
    for file in checkIn(of: record).map(folder.files) ?? [] where !found.contains(where: { $0.file == file })
    {
      // Downloaded from a link, whatever its name was there.
      add(Match(file: file, name: missing.isEmpty ? file : missing.removeFirst()))
    }
    return (found, missing + missingNames)
  }

  private func links(of record: FileRecord) -> [String] {
    linkColumns.flatMap { index, name -> [String] in
      guard columns.contains(index) || record.isNested(at: index), let value = record.value(at: index) else {
        return []
      }
      return PhotoLink.links(in: value, of: name)
    }
  }

  private func file(of link: String) -> String? {
    files(of: link).first { owners[$0] == link && !ambiguous.contains($0) }
  }

  /// The files that a link may have been stored as.
  private func files(of link: String) -> [String] {
    DownloadName.candidates(of: link).compactMap(folder.file)
  }

  /// Whether a link or a name matches a file that others match as well.
  private func isShared(_ link: String) -> Bool {
    files(of: link).contains(where: ambiguous.contains)
  }

  /// The files that a value names, with or without their folders, and the names of missing pictures.
  private func fileNames(in value: String) -> (found: [String], missing: [String]) {
    if !PhotoLink.links(in: value, of: "photo").isEmpty { return ([], []) }
    if let file = folder.file(named: FilePath(value).name) {
      return ambiguous.contains(file) ? ([], [file]) : ([file], [])
    }
    var found: [String] = []
    var missing: [String] = []
    for name in Self.parts(of: value).map({ FilePath($0).name }) {
      if let file = folder.file(named: name), !ambiguous.contains(file) {
        found.append(file)
      } else if Self.isPicture(name) {
        missing.append(name)
      }
    }
    return (found, missing)
  }

  /// Whether a name is that of a picture, which `yes` and `notes.txt` in such a column are not.
  private static func isPicture(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count > 1 && !parts[0].isEmpty && pictureEndings.contains(parts.last?.lowercased() ?? "")
  }

  private static func parts(of value: String) -> [String] {
    value.split { $0 == "," || $0 == ";" || $0 == "|" || $0.isNewline }
      .map { String($0).trimmingCharacters(in: .whitespaces) }
  }

  private func checkIn(of record: FileRecord) -> String? {
    let ids = idColumns.compactMap { record.value(at: $0) }
    let inAddress = addressColumn.flatMap { record.value(at: $0) }?.split(separator: "/").last.map(
      String.init)
    return (ids + [inAddress].compactMap { $0 }).first { id in id.allSatisfy { ("0"..."9").contains($0) } }
  }
}

// MARK: - Reading all rows

extension PhotoPairing {
  private mutating func recordOwners(_ reader: any RecordReader) throws(ImportError) {
    while let record = try reader.next() {
      if record.problem != nil { continue }
      for link in links(of: record) {
        for name in files(of: link) {
          if owners[name, default: link] != link { ambiguous.insert(name) }
          owners[name] = link
        }
      }
      for value in columns.compactMap({ record.value(at: $0) })
      where PhotoLink.links(in: value, of: "photo").isEmpty {
        for path in Self.parts(of: value) where path.contains("/") {
          let name = FilePath(path).name
          let file = folder.file(named: name) ?? name
          if owners[file, default: path] != path { ambiguous.insert(file) }
          owners[file] = path
        }
      }
    }
  }

  private mutating func makeReport(_ reader: any RecordReader) throws(ImportError) {
    var used: Set<String> = []
    while let record = try reader.next() {
      if record.problem != nil { continue }
      let (found, missing) = matches(of: record)
      report.photoCount += found.count
      used.formUnion(found.map(\.file))
      if let first = missing.first(where: { !isShared($0) }) { report.rowsWithoutFile.add(first) }
    }
    for name in folder.names.subtracting(used).sorted() {
      if ambiguous.contains(name) { report.sharedFiles.add(name) } else { report.filesWithoutRow.add(name) }
    }
  }
}

/// The photos that were found in a folder, and the files and links without a match.
package struct PhotoPairingReport: Hashable, Sendable {
  /// The path of the folder, as the user named it.
  package let folder: String
  /// Files that are photos of rows; one that belongs to two rows counts twice.
  package var photoCount = 0
  /// Files that no row names.
  package var filesWithoutRow = CountedExamples<String>(limit: 20)
  /// Files that several rows name, and that were given to none.
  package var sharedFiles = CountedExamples<String>(limit: 20)
  /// Rows with links to photos, or names of photos, without a file; each by the first of these.
  package var rowsWithoutFile = CountedExamples<String>(limit: 20)
}
