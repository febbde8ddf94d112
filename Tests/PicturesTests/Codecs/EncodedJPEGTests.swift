import TestSupport

#if PictureCodecs
  import Pictures
  import Testing

  @Suite struct EncodedJPEGTests {
    @Test(arguments: [false, true]) func aSmallJPEGShowsTheSame(_ isProgressive: Bool) throws {
      let pixels = PixelGrid(width: 64, height: 48) { x, _ in
        RGBColor(red: UInt8(x * 4), green: 90, blue: 30)
      }
      let bytes = try #require(pixels.jpeg(isProgressive: isProgressive))
      #expect(bytes.starts(with: [0xFF, 0xD8, 0xFF]) && bytes.count < 8000)
      let decoded = try Thumbnail.make(from: MemoryBytes(bytes)).pixels
      #expect(decoded.size == pixels.size)
      for x in [0, 20, 40, 63] {
        let before = pixels[x, 20]
        let after = decoded[x, 20]
        #expect(abs(Int(before.red) - Int(after.red)) < 16 && abs(Int(before.green) - Int(after.green)) < 16)
      }
      #expect(pixels.jpeg(quality: 1000) != nil)
    }

    @Test func aPictureOfOneColumnIsEncoded() throws {
      let bytes = try #require(PixelGrid(width: 1, height: 3) { _, _ in RGBColor(gray: 7) }.jpeg())
      #expect(try Thumbnail.make(from: MemoryBytes(bytes)).pixels.size == PixelSize(width: 1, height: 3))
    }

    @Test func aPictureThatIsTooWideIsNotEncoded() {
      #expect(PixelGrid(width: 70_000, height: 1) { _, _ in RGBColor(gray: 7) }.jpeg() == nil)
    }
  }
#endif
