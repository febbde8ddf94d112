package import DiaryModel
package import Foundation

/// The name of a photo's file: the beer, the day and the position, such as `Orval 2024-06-01 1.jpg`.
package struct PhotoFileName {
  /// The maximum number of bytes of the beer's name, so that the whole name has at most 255, the limit of file systems.
  private static let nameByteLimit = 180

  private let stem: String
  private let ending: String

  /// Creates the name of a photo's file, with the day in a time zone.
  ///
  /// - Parameter timeZone: The time zone in which an instant becomes a day.
  package init(of photo: Photo, of beer: Beer, timeZone: TimeZone = .autoupdatingCurrent) {
    let name = SafeFileName(beer.fields.name ?? "", orElse: "Beer \(beer.id)", byteLimit: Self.nameByteLimit)
    let day = beer.fields.drunkAt.map { String($0.localTime(in: timeZone).text.prefix(10)) }
    stem = [name.text, day, String(photo.order + 1)].compactMap { $0 }.joined(separator: " ")
    ending = Self.ending(photo.metadata.format)
  }

  /// Returns the name; a number from 2 on distinguishes photos that would have the same one.
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
