import DiaryModel
import DiaryText
import Terminal

extension Photo {
  /// Returns when and with which camera the photo was taken, if known: `1 Jun 2024 18:04 · iPhone 8`.
  func circumstances(_ appearance: Appearance) -> String {
    [timeText(appearance), cameraText].filter { !$0.isEmpty }
      .joined(separator: " \(appearance.glyphs.separator) ")
  }

  func timeText(_ appearance: Appearance) -> String { takenAt.map(appearance.dates.shortWithTime) ?? "" }

  var cameraText: String { BeerText.readable(metadata.camera) ?? "" }
}
