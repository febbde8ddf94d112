/// A photo in words, for places where it cannot be shown.
///
///     PhotoDescription(format: "JPEG", width: 1512, height: 2016, byteCount: 2_900_000).short
///     // JPEG 1512x2016 2.9 MB
///
/// Consists of plain values, so that a row of a store can be described without its picture. The text is always
/// printable ASCII, and the same in every locale.
package struct PhotoDescription: Hashable, Sendable {
  /// The name of the format, as in `ImageFormat`.
  package var format: String?
  /// Pixels from left to right in the displayed picture.
  package var width: Int?
  /// Pixels from top to bottom in the displayed picture.
  package var height: Int?
  /// The size of the image in bytes.
  package var byteCount: Int
  /// ISO 8601 text, as in `ImageHeader.takenAt`.
  package var takenAt: String?
  /// As in `ImageHeader.camera`.
  package var camera: String?

  /// Properties that are `nil` are left out of the description.
  package init(
    format: String? = nil, width: Int? = nil, height: Int? = nil, byteCount: Int,
    takenAt: String? = nil, camera: String? = nil
  ) {
    self.format = format
    self.width = width
    self.height = height
    self.byteCount = byteCount
    self.takenAt = takenAt
    self.camera = camera
  }

  /// Describes a picture by its header; `nil` if the format is unknown.
  package init(_ header: ImageHeader?, byteCount: Int) {
    let size = header?.displayedSize
    self.init(
      format: header?.format.rawValue, width: size?.width, height: size?.height, byteCount: byteCount,
      takenAt: header?.takenAt, camera: header?.camera)
  }
}

extension PhotoDescription {
  /// The description for a list: `JPEG 1512x2016 2.9 MB`, `JPEG 2.9 MB`, `photo 2.9 MB`.
  package var short: String {
    var text = formatName
    if let size { text += " \(size.width)x\(size.height)" }
    return text + " " + ByteCountText.text(byteCount)
  }

  /// The full description: `JPEG 3024x4032 portrait, 2.9 MB, 2019-06-01 18:04, iPhone 8`.
  ///
  /// Unknown properties are left out. The time is that of the camera's clock, regardless of the time zone.
  package var long: String {
    var text = formatName
    if let size { text += " \(size.width)x\(size.height) \(size.shape.rawValue)" }
    text += ", " + ByteCountText.text(byteCount)
    if let time = takenAt.flatMap(Self.dayAndMinute) { text += ", " + time }
    if let camera = camera.flatMap(Self.printable) { text += ", " + camera }
    return text
  }

  private var formatName: String { format.flatMap(Self.printable) ?? "photo" }

  private var size: PixelSize? {
    guard let width, let height, width > 0, height > 0 else { return nil }
    return PixelSize(width: width, height: height)
  }
}

extension PhotoDescription {
  private static let maxPartLength = 64

  /// Returns `2019-06-01 18:04`, or `2019-06-01` if no time is known; `nil` if it is not a date.
  private static func dayAndMinute(_ takenAt: String) -> String? {
    let text = Array(takenAt.utf8.prefix(16))
    guard text.count >= 10, matches(text[..<10], "0000-00-00") else { return nil }
    let day = String(decoding: text[..<10], as: UTF8.self)
    guard text.count == 16, matches(text[11...], "00:00") else { return day }
    return day + " " + String(decoding: text[11...], as: UTF8.self)
  }

  /// Returns whether `text` has digits where `pattern` has zeros, and is the same elsewhere.
  private static func matches(_ text: ArraySlice<UInt8>, _ pattern: String) -> Bool {
    zip(text, pattern.utf8).allSatisfy { character, wanted in
      wanted == 0x30 ? (0x30...0x39).contains(character) : character == wanted
    }
  }

  /// Returns the text with `?` for characters that are not printable ASCII; `nil` if it is blank.
  private static func printable(_ text: String) -> String? {
    let isFine = text.utf8.count <= maxPartLength && text.utf8.allSatisfy(isPrintable)
    let shown = isFine ? text : replacingUnprintable(text)
    return shown.utf8.allSatisfy { $0 == 0x20 } ? nil : shown
  }

  private static func replacingUnprintable(_ text: String) -> String {
    String(text.prefix(maxPartLength).map { $0.asciiValue.map(isPrintable) == true ? $0 : "?" })
  }

  private static func isPrintable(_ ascii: UInt8) -> Bool {
    (0x20...0x7E).contains(ascii)
  }
}
