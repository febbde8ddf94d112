import TestSupport

#if PictureCodecs
  import CTurboJPEG
  import FixtureStores
  import Foundation

  /// A generated photo with as much detail as a phone's: shapes, shades and noise.
  struct PhotoRecipe {
    private static let thumbnailWidth = 160
    private let width: Int
    private let height: Int
    private let pixels: [UInt8]

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
      var jpeg = try Self.compressed(pixels, width, height, isProgressive: isProgressive)
      if hasThumbnail {
        let height = Self.thumbnailWidth * 3 / 4
        let small = try Self.compressed(
          Self.pixels(Self.thumbnailWidth, height), Self.thumbnailWidth, height, isProgressive: false)
        jpeg.insert(contentsOf: ExifSegment.bytes(thumbnail: small), at: 2)
      }
      try Data(jpeg).write(to: URL(fileURLWithPath: path))
      return jpeg.count
    }

    private static func pixels(_ width: Int, _ height: Int) -> [UInt8] {
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
      return pixels
    }

    private static func compressed(
      _ pixels: [UInt8], _ width: Int, _ height: Int, isProgressive: Bool
    ) throws -> [UInt8] {
      guard let encoder = tjInitCompress() else { throw Failure() }
      defer { tjDestroy(encoder) }
      var bytes: UnsafeMutablePointer<UInt8>?
      var count: UInt = 0
      defer { tjFree(bytes) }
      let status = tjCompress2(
        encoder, pixels, Int32(width), 0, Int32(height), Int32(TJPF_RGB.rawValue), &bytes, &count,
        Int32(TJSAMP_420.rawValue), 90, isProgressive ? TJFLAG_PROGRESSIVE : 0)
      guard status == 0, let bytes else { throw Failure() }
      return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
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
