import Pictures
import Testing

/// A small file and what a reader has to find in it.
struct Fixture: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: Bytes
  let header: ImageHeader

  var testDescription: String { name }

  init(
    _ name: String, _ bytes: Bytes, _ format: ImageFormat, _ width: Int, _ height: Int,
    _ details: (inout ImageHeader) -> Void = { _ in }
  ) {
    self.name = name
    self.bytes = bytes
    var header = ImageHeader(format: format)
    header.width = width
    header.height = height
    details(&header)
    self.header = header
  }

  static let all = jpegs + rasters + webPs + containers + tiffs
}

extension Fixture {
  static let phone = ExifBuilder(
    orientation: 6, make: "Apple", model: "iPhone 8", date: "2019:06:01 18:04:00", dateOffset: "+02:00",
    thumbnail: JPEGBuilder.thumbnail)

  static let camera: ExifBuilder = {
    var exif = ExifBuilder(orientation: 3, make: "Canon", model: "EOS 80D", date: "2019:06:01 18:04:00")
    exif.order = .big
    return exif
  }()

  static func addPhone(_ header: inout ImageHeader) {
    header.orientation = .quarterTurn
    header.takenAt = "2019-06-01T18:04:00+02:00"
    header.camera = "iPhone 8"
  }

  static func addCamera(_ header: inout ImageHeader) {
    header.orientation = .halfTurn
    header.takenAt = "2019-06-01T18:04:00"
    header.camera = "Canon EOS 80D"
  }

  /// The thumbnail of `phone` in a file whose EXIF block begins at `offset`.
  private static func thumbnail(exifAt offset: Int) -> Range<Int> {
    let start = offset + phone.thumbnailOffset
    return start..<start + JPEGBuilder.thumbnail.count
  }

  private static let jpegs = [
    Fixture("JPEG without EXIF", JPEGBuilder(segments: [JPEGBuilder.jfif]).bytes, .jpeg, 4032, 3024),
    Fixture("JPEG of a phone", JPEGBuilder(segments: [JPEGBuilder.exif(phone)]).bytes, .jpeg, 4032, 3024) {
      addPhone(&$0)
      $0.thumbnail = thumbnail(exifAt: 12)
    },
    Fixture(
      "JPEG of a camera",
      JPEGBuilder(segments: [
        JPEGBuilder.jfif, JPEGBuilder.segment(0xE2, ascii("ICC_PROFILE") + [0, 1, 1]),
        JPEGBuilder.segment(0xE1, ascii("http://ns.adobe.com/xap/1.0/") + [0]), JPEGBuilder.exif(camera),
        JPEGBuilder.segment(0xE2, ascii("MPF") + [0]),
      ]).bytes, .jpeg, 4032, 3024, addCamera),
  ]

  private static let rasters = [
    Fixture("PNG", PNGBuilder().bytes, .png, 800, 600),
    Fixture(
      "PNG with EXIF", PNGBuilder(chunksBeforeData: [PNGBuilder.chunk("eXIf", camera.bytes)]).bytes, .png,
      800, 600, addCamera),
    Fixture(
      "PNG with EXIF at the end", PNGBuilder(chunksAfterData: [PNGBuilder.chunk("eXIf", camera.bytes)]).bytes,
      .png, 800, 600, addCamera),
    Fixture("GIF", gif(width: 320, height: 200), .gif, 320, 200),
    Fixture("old GIF", gif("GIF87a", width: 320, height: 200), .gif, 320, 200),
    Fixture("BMP", bmp(width: 640, height: 480), .bmp, 640, 480),
    Fixture("BMP from the top", bmp(width: 640, height: -480), .bmp, 640, 480),
    Fixture("BMP of OS/2", oldBMP(width: 640, height: 480), .bmp, 640, 480),
  ]

  private static let webPs = [
    Fixture("lossy WebP", WebPBuilder.file(WebPBuilder.lossy(width: 550, height: 368)), .webP, 550, 368),
    Fixture(
      "lossless WebP", WebPBuilder.file(WebPBuilder.lossless(width: 386, height: 16_384)), .webP, 386, 16_384),
    Fixture(
      "extended WebP",
      WebPBuilder.file(
        WebPBuilder.canvas(width: 550, height: 368), WebPBuilder.chunk("ALPH", [1, 2, 3]),
        WebPBuilder.lossy(width: 500, height: 300), WebPBuilder.chunk("EXIF", camera.bytes)),
      .webP, 550, 368, addCamera),
    Fixture(
      "extended WebP with the prefix of a JPEG",
      WebPBuilder.file(
        WebPBuilder.canvas(width: 550, height: 368),
        WebPBuilder.chunk("EXIF", JPEGBuilder.exifPrefix + camera.bytes)),
      .webP, 550, 368, addCamera),
  ]

  private static let phoneHEIC = HEIFBuilder(transformations: [HEIFBuilder.rotation(3)], exif: phone).bytes

  private static let containers = [
    Fixture("HEIC of a phone", phoneHEIC, .heic, 4032, 3024) {
      addPhone(&$0)
      $0.thumbnail = thumbnail(exifAt: phoneHEIC.count - phone.bytes.count)
    },
    Fixture(
      "HEIC with wide numbers",
      HEIFBuilder(exif: camera, locationVersion: 2, usesWideNumbers: true).bytes, .heic, 4032, 3024
    ) {
      addCamera(&$0)
      $0.orientation = .upright
    },
    Fixture(
      "AVIF with EXIF in the item data",
      HEIFBuilder(
        brands: ["mif1", "avif", "miaf"], transformations: [HEIFBuilder.mirror(1)], exif: camera,
        exifPlace: .itemData
      ).bytes, .avif, 4032, 3024
    ) {
      addCamera(&$0)
      $0.orientation = .mirrored
    },
    Fixture("AVIF", HEIFBuilder(brands: ["avif", "mif1"], locationVersion: 0).bytes, .avif, 4032, 3024),
  ]

  private static let tiffs = [ExifBuilder.Order.little, .big].map { order in
    var builder = camera
    builder.order = order
    builder.size = (70_000, 480)
    return Fixture("TIFF, \(order) endian", builder.bytes, .tiff, 70_000, 480, addCamera)
  }
}
