import DiaryModel
import DiaryStore
import DiaryText
import Foundation

/// A photo as a JSON object, with snake_case keys and `null` for unknown values.
struct PhotoJSON {
  /// The members, in the order to print them.
  let members: JSONMembers

  init(_ photo: Photo) {
    members = [
      ("id", .integer(photo.id)), ("order", .integer(Int64(photo.order))), ("caption", .init(photo.caption)),
      ("taken_at", .init(photo.takenAt?.text)), ("format", .init(photo.metadata.format)),
      ("width", .init(photo.metadata.width)), ("height", .init(photo.metadata.height)),
      ("bytes", .integer(Int64(photo.metadata.byteCount))), ("sha256", .init(photo.sha256)),
    ]
  }

  var object: [String: JSONValue] { members.reduce(into: [:]) { $0[$1.key] = $1.value } }
}

/// A photo as a line of text.
struct PlainPhoto {
  let dates: DateText

  func line(_ photo: Photo) -> String {
    let name = photo.order == 0 ? "photo 1, the thumbnail" : "photo \(photo.order + 1)"
    return name + ": " + description(photo)
  }

  /// Returns the line for a removed photo.
  ///
  /// - Parameter number: The number by which it can be restored.
  func line(_ photo: Photo, removedAs number: Int) -> String {
    "\(number): formerly photo \(photo.order + 1): \(description(photo))"
  }

  /// Returns the format, the time, the camera and the caption, as far as they are known.
  private func description(_ photo: Photo) -> String {
    let taken = photo.takenAt.map { "taken " + dates.shortWithTime($0) }
    let parts = [photo.metadata.long, taken, BeerText.readable(photo.metadata.camera), photo.caption]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }
}
