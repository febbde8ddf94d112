import DiaryStore
import Pictures

/// Pictures made up for tests: a glass of beer before a wall.
enum SamplePictures {
  /// - Parameter tint: Changes the colour of the beer, so that pictures can be distinguished.
  static func glass(width: Int = 48, height: Int = 64, tint: Int = 0) -> PhotoPicture {
    .thumbnail(
      Thumbnail(
        PixelGrid(width: width, height: height) { x, y in
          let across = Double(x) / Double(width)
          let down = Double(y) / Double(height)
          let isGlass = (0.3...0.7).contains(across) && (0.15...0.9).contains(down)
          if !isGlass { return RGBColor(gray: UInt8(20 + 60 * down)) }
          if down < 0.3 { return RGBColor(red: 250, green: 245, blue: 225) }
          return RGBColor(red: 215, green: UInt8((140 + tint * 30) % 200), blue: 30)
        }))
  }

  /// Of the photos of the sample beers: one each of a picture, a refusal, and one that has not come.
  static let all: [Int64: PhotoPicture] = [
    11: glass(), 12: glass(tint: 2), 13: glass(width: 64, height: 48), 21: glass(tint: 3),
    41: .refused("damaged PNG"),
  ]
}
