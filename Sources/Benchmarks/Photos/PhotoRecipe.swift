import TestSupport

#if PictureCodecs
  import FixtureStores
  import Foundation
  import Pictures

  /// A generated photo with as much detail as a phone's: shapes, shades and noise.
  struct PhotoRecipe {
    private static let thumbnailWidth = 160
    private let width: Int
    private let height: Int
    private let pixels: PixelGrid

    struct Failure: Error {}

    /// A photo three quarters as high as wide; a width of 4032 pixels gives 12 megapixels.
    init(width: Int) {
      self.width = width
      height = width * 3 / 4
      pixels = Self.pixels(width, height)
    }

    var sizeText: String { "\(width)x\(height)" }

    /// Writes the photo as a JPEG and returns its number of bytes.
    @discardableResult
    func write(to path: String, isProgressive: Bool = false, hasThumbnail: Bool = false) throws -> Int {
      var jpeg = try Self.compressed(pixels, isProgressive: isProgressive)
      if hasThumbnail {
        let height = Self.thumbnailWidth * 3 / 4
        let small = try Self.compressed(Self.pixels(Self.thumbnailWidth, height), isProgressive: false)
        jpeg.insert(contentsOf: ExifSegment.bytes(thumbnail: small), at: 2)
      }
      try Data(jpeg).write(to: URL(fileURLWithPath: path))
      return jpeg.count
    }

    private static func pixels(_ width: Int, _ height: Int) -> PixelGrid {
      var random = SeededGenerator(seed: 12)
      var pixels: [UInt8] = []
      pixels.reserveCapacity(3 * width * height)
      for y in 0..<height {
        var noise: UInt64 = 0
        for x in 0..<width {
          if x & 7 == 0 { noise = random.next() }
          let grain = Int(noise >> UInt64(8 * (x & 7)) & 15)
          let shade = (x * 160 / width) + ((x / 23 ^ y / 31) & 31)
          pixels += [UInt8(shade + grain), UInt8(shade / 2 + y * 80 / height + grain), UInt8(40 + grain)]
        }
      }
      return PixelGrid(size: PixelSize(width: width, height: height), bytes: pixels)
    }

    private static func compressed(_ pixels: PixelGrid, isProgressive: Bool) throws -> [UInt8] {
      guard let jpeg = pixels.jpeg(quality: 90, isProgressive: isProgressive) else { throw Failure() }
      return jpeg
    }
  }

  /// The segment of a JPEG in which cameras put a thumbnail (EXIF 2.32, 4.5).
  private enum ExifSegment {
    /// At most 65,000 bytes of thumbnail.
    static func bytes(thumbnail: [UInt8]) -> [UInt8] {
      let directory = entry(0x0201, 44) + entry(0x0202, thumbnail.count)
      let tiff =
        Array("MM".utf8) + [0, 42] + big(8, 4) + big(0, 2) + big(14, 4) + big(2, 2) + directory + big(0, 4)
      let payload = Array("Exif".utf8) + [0, 0] + tiff + thumbnail
      return [0xFF, 0xE1] + big(payload.count + 2, 2) + payload
    }

    private static func entry(_ tag: Int, _ value: Int) -> [UInt8] {
      big(tag, 2) + big(4, 2) + big(1, 4) + big(value, 4)
    }

    private static func big(_ value: Int, _ width: Int) -> [UInt8] {
      (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
  }
#endif
