import DiaryModel
import DiaryStore
import Foundation

// The columns that only a Beer Diary export has.
extension RowBuilder {
  mutating func uuid(in column: Int, of record: FileRecord) -> UUID? {
    guard let text = record.value(at: column) else { return nil }
    return parsed(UUID(uuidString: text), orElse: .notAUUID, column)
  }

  /// Returns a date of a Beer Diary export exactly as it is written.
  mutating func exportedDate(in column: Int, of record: FileRecord) -> DiaryDate? {
    guard let text = record.value(at: column) else { return nil }
    return parsed(DiaryDate(text), orElse: .notADate, column)
  }

  /// Returns the custom fields of a Beer Diary export; one with the value `null` is none.
  ///
  /// - Parameter label: The label of the beer. If a custom field repeats it, or has it because an earlier version wrote
  ///   the file, that field is left out.
  mutating func exportedExtras(
    in column: Int, of record: FileRecord, extractingLabel label: inout ImportedLabel?
  ) -> String? {
    guard let text = record.value(at: column),
      var extras = parsed(try? Extras(json: text), orElse: .notJSON, column)
    else { return nil }
    if let field = extras[BeerLabelJSON.name], let known = ImportedLabel(field), known.isMadeByBeerDiary,
      label == nil || label?.uuid == known.uuid
    {
      label = label ?? known
      extras[BeerLabelJSON.name] = nil
    }
    extras = extras.filter { $0.value != .null }
    return extras.isEmpty ? nil : extras.json
  }

  /// Keeps the fields of an export that the diary does not store for lack of another value: a source without an id, and
  /// photos if the beer has no UUID.
  ///
  /// A list with an entry that is not a photo is a problem.
  mutating func keepUnusedFields(of record: FileRecord, in beer: ImportedBeer) {
    if beer.sourceID == nil, beer.source != nil, let column = mapping.column(of: .source) {
      keptColumns.append(column)
    }
    guard let column = photosColumn, let text = record.value(at: column), text != "[]" else {
      return
    }
    guard case .array(let photos)? = try? JSONValue(json: text), photos.allSatisfy(PhotoColumns.isPhoto)
    else {
      problems.append(RowProblem(reason: .value(.notJSON), column: column))
      return
    }
    if beer.uuid == nil, !photos.isEmpty { keptColumns.append(column) }
  }

  /// Sets the label of a Beer Diary export; returns the problem if it is not one.
  func setLabel(from record: FileRecord, in beer: inout ImportedBeer) -> RowProblem? {
    guard let labelColumn, let text = record.value(at: labelColumn) else { return nil }
    beer.label = ImportedLabel(exported: text)
    return beer.label == nil ? RowProblem(reason: .value(.notALabel), column: labelColumn) : nil
  }

  /// Keeps the text of a label that cannot be read as a custom field.
  func keepLabel(of record: FileRecord, in beer: inout ImportedBeer) {
    guard let labelColumn, let text = record.value(at: labelColumn) else { return }
    let label: Extras = [BeerLabelJSON.name: .text(text)]
    beer.customFieldsJSON = Self.joined(beer.customFieldsJSON, label.json)
  }

  private mutating func parsed<Value>(_ value: Value?, orElse problem: ValueProblem, _ column: Int) -> Value?
  {
    if value == nil { problems.append(RowProblem(reason: .value(problem), column: column)) }
    return value
  }
}

// MARK: - Photos

/// The photos that a row of a Beer Diary export lists.
struct ExportedPhotos {
  /// The photos in the order of the list.
  var photos: [ImportedPhoto] = []
  /// Whether the numbers of the photos differ from the order of the list, because one of the two was edited.
  var areNumbersIgnored = false
}

/// Reads the photos that the rows of a Beer Diary export list.
struct PhotoColumns {
  private let beer: Int
  private let photos: Int
  private let folders: [String]

  /// `nil` if the file is not an export or lists no photos.
  ///
  /// - Parameter folders: The folders that may have the images.
  init?(_ mapping: ColumnMapping, folders: [String]) {
    guard mapping.dialect == .beerDiary, let beer = mapping.column(of: .uuid),
      let photos = mapping.column(of: .photos)
    else { return nil }
    self.beer = beer
    self.photos = photos
    self.folders = folders
  }

  /// Returns a row's photos; none if the field is not a list of photos.
  func photos(of record: FileRecord) -> ExportedPhotos {
    guard let text = record.value(at: photos), text != "[]",
      let uuid = record.value(at: beer).flatMap({ UUID(uuidString: $0) }),
      case .array(let entries)? = try? JSONValue(json: text)
    else { return ExportedPhotos() }
    let numbers = entries.compactMap(Self.number)
    return ExportedPhotos(
      photos: entries.compactMap { photo($0, of: uuid) },
      areNumbersIgnored: zip(numbers, numbers.dropFirst()).contains { $0 > $1 })
  }

  private static func number(_ entry: JSONValue) -> Int64? {
    guard case .object(let members) = entry, case .integer(let number)? = members["number"] else {
      return nil
    }
    return number
  }

  private func photo(_ entry: JSONValue, of beer: UUID) -> ImportedPhoto? {
    guard case .object(let members) = entry else { return nil }
    let name = Self.fileName(members)
    let path = path(of: name)
    var photo: ImportedPhoto
    if let uuid = Self.uuid(members) {
      let isMissing = members["is_missing"] == .boolean(true)
      photo = ImportedPhoto(
        beer: beer, uuid: uuid, path: isMissing ? nil : path, sha256: Self.text(members["sha256"]))
    } else {
      // The user may have added the photo.
      photo = ImportedPhoto(named: name, path: path)
    }
    photo.takenAt = Self.text(members["taken_at"])
    photo.caption = Self.text(members["caption"]).map(PhotoRecord.oneLine)
    photo.isCaptionGiven = members["caption"] != nil
    return photo
  }

  /// Returns whether an entry in a list of photos can be imported: it has a UUID or a file, and its caption is a text.
  static func isPhoto(_ entry: JSONValue) -> Bool {
    guard case .object(let members) = entry else { return false }
    let caption = members["caption"] ?? .null
    return (caption == .null || text(caption) != nil) && (uuid(members) != nil || !fileName(members).isEmpty)
  }

  private static func uuid(_ members: [String: JSONValue]) -> UUID? {
    text(members["uuid"]).flatMap { UUID(uuidString: $0) }
  }

  /// Returns the last part of the path of a photo's file, which version 1.0 had as `file`; empty if there is none.
  private static func fileName(_ members: [String: JSONValue]) -> String {
    let name = FilePath(text(members["path"] ?? members["file"]) ?? "").name
    return name == ".." ? "" : name
  }

  private static func text(_ value: JSONValue?) -> String? {
    guard case .text(let text)? = value else { return nil }
    return text
  }

  /// Returns the path of an image within the folders; empty if it has no name.
  private func path(of name: String) -> String {
    if name.isEmpty { return "" }
    let paths = folders.map { "\($0)/\(name)" }
    let found = paths.first { FileManager.default.fileExists(atPath: $0) }
    return found ?? paths.first ?? ""
  }
}
