package import DiaryModel
package import Foundation

/// The name of a photo as a file of its own: its beer, the day and its place, `Orval 2024-06-01 1.jpg`.
package struct PhotoFileName {
  /// Bytes of the beer's name; with the rest a name stays below 255 bytes, which is what file systems have.
  private static let nameByteLimit = 180

  private let stem: String
  private let ending: String

  /// - Parameter timeZone: The time zone in which an instant becomes a day.
  package init(of photo: Photo, of beer: Beer, timeZone: TimeZone = .autoupdatingCurrent) {
    let name = SafeFileName(beer.fields.name ?? "", orElse: "Beer \(beer.id)", byteLimit: Self.nameByteLimit)
    let day = beer.fields.drunkAt.map { String($0.localTime(in: timeZone).text.prefix(10)) }
    stem = [name.text, day, String(photo.order + 1)].compactMap { $0 }.joined(separator: " ")
    ending = Self.ending(photo.metadata.format)
  }

  /// Returns the name; numbers from 2 on make other names for photos that would have the same.
  package func text(number: Int = 1) -> String {
    number > 1 ? "\(stem) (\(number)).\(ending)" : "\(stem).\(ending)"
  }

  /// Returns the usual ending of a format's files; `bin` if the format is not known.
  private static func ending(_ format: String?) -> String {
    switch format {
    case "JPEG": "jpg"
    case "PNG": "png"
    case "GIF": "gif"
    case "WebP": "webp"
    case "HEIC": "heic"
    case "AVIF": "avif"
    case "TIFF": "tif"
    case "BMP": "bmp"
    default: "bin"
    }
  }
}
