package import DiaryModel
import DiaryStore
import Pictures
import Terminal

extension PhotoFacts {
  /// `JPEG 1512x2016 2.9 MB`.
  package var short: String { isMissing ? "image missing" : description.short }

  /// `JPEG 2.9 MB`, for where there is no room for more.
  var shorter: String {
    var shorter = description
    (shorter.width, shorter.height) = (nil, nil)
    return isMissing ? "missing" : shorter.short
  }

  /// `JPEG`: at most 6 columns for the usual formats.
  var shortest: String {
    isMissing ? "absent" : shorter.prefix { $0 != " " }.description
  }

  /// `JPEG 3024x4032 portrait, 2.9 MB`.
  package var long: String { isMissing ? "image missing" : description.long }

  private var description: PhotoDescription {
    PhotoDescription(format: format, width: width, height: height, byteCount: byteCount)
  }
}

extension Photo {
  /// When and with what it was taken, as far as known: `1 Jun 2024 18:04 · iPhone 8`.
  func circumstances(_ appearance: Appearance) -> String {
    [timeText(appearance), cameraText].filter { !$0.isEmpty }
      .joined(separator: " \(appearance.glyphs.separator) ")
  }

  func timeText(_ appearance: Appearance) -> String { takenAt.map(appearance.dates.shortWithTime) ?? "" }

  var cameraText: String { BeerText.readable(facts.camera) ?? "" }
}
