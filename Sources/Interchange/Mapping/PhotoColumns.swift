import DiaryStore
import Foundation

/// The photos that a row of this program's own export lists.
struct PhotoColumns {
  private struct Entry: Decodable {
    var uuid: UUID
    var file: String?
    var caption: String?
    var taken_at: String?
    var sha256: String?
    var is_missing: Bool?
  }

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
      let uuid = record.value(at: beer).flatMap(UUID.init),
      let entries = try? JSONDecoder().decode([Entry].self, from: Data(text.utf8))
    else { return [] }
    return entries.map { entry in
      ImportedPhoto(
        beer: uuid, uuid: entry.uuid, takenAt: entry.taken_at, caption: entry.caption,
        path: entry.is_missing == true ? nil : path(of: entry.file), sha256: entry.sha256)
    }
  }

  /// Returns the path of an image within the folders; of a name with slashes, only the last part counts.
  private func path(of name: String?) -> String {
    let name = FilePath(name ?? "").name
    let paths = folders.map { "\($0)/\(name)" }
    let found = paths.first { FileManager.default.fileExists(atPath: $0) }
    return name.isEmpty || name == ".." ? "" : found ?? paths.first ?? ""
  }
}
