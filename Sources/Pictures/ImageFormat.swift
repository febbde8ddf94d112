/// The picture formats that are recognized; the raw value is the name that is stored and shown.
package enum ImageFormat: String, Sendable, CaseIterable {
  /// JPEG, baseline or progressive.
  case jpeg = "JPEG"
  /// PNG, also interlaced or animated.
  case png = "PNG"
  /// GIF, also animated.
  case gif = "GIF"
  /// WebP, lossy or lossless.
  case webP = "WebP"
  /// HEIF with HEVC, which iPhones write.
  case heic = "HEIC"
  /// HEIF with AV1.
  case avif = "AVIF"
  /// TIFF, in either byte order.
  case tiff = "TIFF"
  /// Windows bitmaps.
  case bmp = "BMP"
}

extension ImageFormat {
  /// Recognizes a format by the first bytes of a file; `nil` if it is unknown.
  init?(signatureOf file: BoundedBytes) throws {
    if let format = try Self.signatures.first(where: { try file.has($0.bytes, at: 0) })?.format {
      self = format
    } else if try file.has(Array("RIFF".utf8), at: 0), try file.has(Array("WEBP".utf8), at: 8) {
      self = .webP
    } else if try BMPHeader.isAnnounced(in: file) {
      self = .bmp
    } else if let format = try HEIFBrands.format(of: file) {
      self = format
    } else {
      return nil
    }
  }

  /// Signatures at the beginning of a file.
  ///
  /// BigTIFF (`II+\0`, `MM\0+`) is missing because no camera writes it.
  private static let signatures: [(bytes: [UInt8], format: ImageFormat)] = [
    ([0xFF, 0xD8, 0xFF], .jpeg),
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png),
    (Array("GIF87a".utf8), .gif),
    (Array("GIF89a".utf8), .gif),
    ([0x49, 0x49, 0x2A, 0x00], .tiff),
    ([0x4D, 0x4D, 0x00, 0x2A], .tiff),
  ]

  /// Reads the rest of the header; if this throws, what was read before stays in `header`.
  func readHeader(of file: BoundedBytes, into header: inout ImageHeader) throws {
    switch self {
    case .jpeg: try JPEGHeader.read(file, into: &header)
    case .png: try PNGHeader.read(file, into: &header)
    case .gif: try GIFHeader.read(file, into: &header)
    case .webP: try WebPHeader.read(file, into: &header)
    case .heic, .avif: try HEIFHeader.read(file, into: &header)
    case .tiff: try TIFFHeader.read(file, into: &header)
    case .bmp: try BMPHeader.read(file, into: &header)
    }
  }
}
