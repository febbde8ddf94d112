import DiaryModel
import DiaryStore
import Foundation

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
