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

  /// Returns the custom fields of a Beer Diary export.
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
    return extras.isEmpty ? nil : extras.json
  }

  /// Keeps the fields of an export that the diary does not store for lack of another value: a source without an id, and
  /// photos if they or the beer have no UUID.
  mutating func keepUnusedFields(of record: FileRecord, in beer: ImportedBeer) {
    if beer.sourceID == nil, beer.source != nil, let column = mapping.column(of: .source) {
      keptColumns.append(column)
    }
    guard let column = photosColumn, let text = record.value(at: column), text != "[]" else {
      return
    }
    switch try? JSONValue(json: text) {
    case .array(let photos)?:
      let areImported = photos.allSatisfy { beer.uuid != nil && PhotoColumns.uuid(of: $0) != nil }
      if !areImported { keptColumns.append(column) }
    default: problems.append(RowProblem(reason: .value(.notJSON), column: column))
    }
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

  /// Returns a row's photos in the order of the exported diary; empty if the field is not a list of photos.
  func photos(of record: FileRecord) -> [ImportedPhoto] {
    guard let text = record.value(at: photos), text != "[]",
      let uuid = record.value(at: beer).flatMap({ UUID(uuidString: $0) }),
      case .array(let entries)? = try? JSONValue(json: text)
    else { return [] }
    return entries.compactMap { photo($0, of: uuid) }
  }

  private func photo(_ entry: JSONValue, of beer: UUID) -> ImportedPhoto? {
    guard case .object(let members) = entry, let uuid = Self.uuid(of: entry) else { return nil }
    return ImportedPhoto(
      beer: beer, uuid: uuid, takenAt: Self.text(members["taken_at"]),
      caption: Self.text(members["caption"]),
      path: members["is_missing"] == .boolean(true) ? nil : path(of: Self.file(members)),
      sha256: Self.text(members["sha256"]))
  }

  /// Returns the UUID of an entry in a list of photos; `nil` if it is not a photo.
  static func uuid(of entry: JSONValue) -> UUID? {
    guard case .object(let members) = entry else { return nil }
    return text(members["uuid"]).flatMap { UUID(uuidString: $0) }
  }

  /// Returns the name of a photo's file; version 1.0 had it as `file`.
  private static func file(_ members: [String: JSONValue]) -> String? {
    text(members["path"] ?? members["file"])
  }

  private static func text(_ value: JSONValue?) -> String? {
    guard case .text(let text)? = value else { return nil }
    return text
  }

  /// Returns the path of an image within the folders; of a name with slashes, only the last part counts.
  private func path(of name: String?) -> String {
    let name = FilePath(name ?? "").name
    let paths = folders.map { "\($0)/\(name)" }
    let found = paths.first { FileManager.default.fileExists(atPath: $0) }
    return name.isEmpty || name == ".." ? "" : found ?? paths.first ?? ""
  }
}
