import DiaryModel
import DiaryStore
import DiaryText
import Interchange

extension PhotoJSON {
  /// Creates the object of a photo that was read.
  ///
  /// - Parameter path: The photo's file, if the command read or wrote one.
  init(_ photo: Photo, path: String? = nil) {
    self.init(ExportedBeer.Photo(photo), number: photo.order + 1, path: path)
  }
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
